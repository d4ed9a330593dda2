import { dirname, isAbsolute, join } from 'node:path';
import type { Files } from '../files.ts';
import type { Access } from './access.ts';
import { isRecord, parseJson } from './json.ts';
import type { Located } from './located.ts';
import { download, filePath, type Origin, originOfGit } from './origin.ts';

/**
 * What a distribution was installed from, where its installer wrote it down; `undefined` when it came from an index.
 * Installers write the file for nothing else, so one that cannot be understood still says that it came from elsewhere.
 */
export function originOf({ folder, entry, pathFile }: Located, access: Access): Origin | undefined {
  const { files, metadata, lists, isPlain } = access;
  const path = join(folder, entry, DIRECT_URL);
  const isListed = lists(DIRECT_URL);
  const written = isListed ? readDirectUrl(path, metadata) : undefined;
  if (written) return written;
  const source = pathFile === undefined ? undefined : sourceInPathFile(join(folder, pathFile), files);
  if (source) return source;
  const isThere = isListed && (isPlain || metadata.modified(path) !== undefined);
  return isThere ? { source: 'url' } : undefined;
}

const DIRECT_URL = 'direct_url.json';

function readDirectUrl(path: string, files: Files): Origin | undefined {
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

/**
 * The project that a `.pth` file of the distribution adds to the import path, as tools made them that wrote nothing
 * else down. Lines that Python would run say nothing here.
 */
function sourceInPathFile(file: string, files: Files): Origin | undefined {
  const path = files
    .text(file)
    ?.split(/\r?\n/)
    .find((line) => isAbsolute(line));
  const project = [path, path && dirname(path)].find(
    (at) => at && PROJECT_FILES.some((file) => files.isFile(join(at, file))),
  );
  return project ? { source: 'path', path: project, editable: true } : undefined;
}

const PROJECT_FILES = ['pyproject.toml', 'setup.py', 'setup.cfg'];
