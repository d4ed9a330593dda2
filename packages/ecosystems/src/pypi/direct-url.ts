import type { Files } from '../files.ts';
import { isRecord, parseJson } from './json.ts';
import { download, filePath, type Origin, originOfGit } from './origin.ts';

/** What an installer wrote down about a distribution that came from elsewhere than an index; `undefined` when nothing. */
export function readDirectUrl(path: string, files: Files): Origin | undefined {
  const text = files.text(path);
  if (text === undefined) return undefined;
  const value = parseJson(text);
  if (!isRecord(value) || typeof value['url'] !== 'string') {
    files.skip({ path, reason: 'malformed', message: 'The file does not say where the distribution came from.' });
    return undefined;
  }
  const { url, dir_info: directory, vcs_info: repository } = value;
  if (isRecord(repository)) {
    const commit = typeof repository['commit_id'] === 'string' ? repository['commit_id'] : undefined;
    return originOfGit(url, commit);
  }
  if (!url.startsWith('file:')) return download(url);
  const local = filePath(url, '/');
  if (local === undefined) return { source: 'url' };
  return { source: 'path', path: local, editable: isRecord(directory) && directory['editable'] === true };
}
