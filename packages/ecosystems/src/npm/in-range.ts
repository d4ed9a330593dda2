import semver from 'semver';

/**
 * True when a version lies in a range, as npm sees it, and also for what is no range, such as a tag: nothing here says
 * what that stands for. Loaded only where a lockfile was written for another range.
 */
export function isInRange(version: string, range: string): boolean {
  return semver.validRange(range, true) === null || semver.satisfies(version, range, true);
}
