import { lstatSync, readdirSync, unlinkSync } from 'node:fs';
import { failureOf } from './failure.ts';

/**
 * Names in a folder that this program made. None where it is a link: whatever that leads to is somebody else's, and
 * files are deleted here by their age.
 */
export function namesIn(folder: string): readonly string[] {
  try {
    return isFolder(folder) ? readdirSync(folder) : [];
  } catch {
    return [];
  }
}

/** True for a real folder, not for a link to one. */
export function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Deletes one file, or a link but not what it leads to, and never a folder. What cannot be deleted stays. */
export function removeFile(file: string): void {
  try {
    if (!isFolder(file)) unlinkSync(file);
  } catch (error) {
    if (failureOf(error) === undefined) throw error;
  }
}
