import { userInfo } from 'node:os';

/**
 * Who is recorded where nobody is named: what the environment says, else whom the system runs this process as.
 * `undefined` where the system has no name for that user.
 */
export function loginOf(
  environment: Readonly<Record<string, string | undefined>>,
  system: () => { readonly username: string } = userInfo,
): string | undefined {
  return environment['USER'] || environment['LOGNAME'] || environment['USERNAME'] || nameIn(system);
}

function nameIn(system: () => { readonly username: string }): string | undefined {
  try {
    return system().username || undefined;
  } catch {
    return undefined;
  }
}
