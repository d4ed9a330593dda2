import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, open, rename, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Permissions of a new file, before the umask. */
const NEW_FILE_MODE = 0o666;

/**
 * Replaces or creates a file at once: whoever reads it sees the old bytes or the new ones, never a part. An existing
 * file keeps its permissions and its owner.
 */
export async function writeWhole(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const old = await stat(file).catch(() => undefined);
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const handle = await open(temporary, 'wx', old ? old.mode & 0o777 : NEW_FILE_MODE);
    try {
      await handle.writeFile(text, 'utf8');
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (old) {
      const { uid, gid } = await stat(temporary);
      if (uid !== old.uid || gid !== old.gid) await chown(temporary, old.uid, old.gid);
      await chmod(temporary, old.mode & 0o7777);
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Removes directories that are empty, innermost first; one that is not, or is gone, stays as it is. */
export async function removeEmptyDirectories(directories: readonly string[]): Promise<void> {
  const innermostFirst = [...new Set(directories)].sort((one, other) => other.length - one.length);
  for (const directory of innermostFirst) await rmdir(directory).catch(() => undefined);
}
