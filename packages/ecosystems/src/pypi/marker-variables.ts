import type { MarkerVariables } from './marker.ts';

interface Facts {
  /** `3.12` or `3.12.1`, where known. */
  readonly version: string | undefined;
  /** e.g. `CPython`; default CPython. */
  readonly implementation: string | undefined;
  /** True for the layout that Python uses on Windows. */
  readonly isWindows: boolean;
}

/**
 * What an environment's files tell about marker variables. Its system is taken to be the one this runs on, save that
 * the layout tells Windows from the rest; releases and versions of the system stay unknown.
 */
export function markerVariables({ version, implementation = 'CPython', isWindows }: Facts): MarkerVariables {
  const system = isWindows ? SYSTEMS.win32 : process.platform === 'darwin' ? SYSTEMS.darwin : SYSTEMS.linux;
  const machine = MACHINES[process.arch]?.[isWindows ? 2 : system === SYSTEMS.darwin ? 1 : 0];
  const full = version !== undefined && version.split('.').length > 2 ? version : undefined;
  return {
    ...system,
    implementation_name: implementation.toLowerCase(),
    platform_python_implementation: implementation,
    ...(machine === undefined ? {} : { platform_machine: machine }),
    ...(version === undefined ? {} : { python_version: version.split('.').slice(0, 2).join('.') }),
    ...(full === undefined ? {} : { python_full_version: full, implementation_version: full }),
  };
}

const SYSTEMS = {
  linux: { os_name: 'posix', sys_platform: 'linux', platform_system: 'Linux' },
  darwin: { os_name: 'posix', sys_platform: 'darwin', platform_system: 'Darwin' },
  win32: { os_name: 'nt', sys_platform: 'win32', platform_system: 'Windows' },
} as const;

/** Names of processors on Linux, macOS and Windows. */
const MACHINES: Readonly<Record<string, readonly [string, string, string]>> = {
  x64: ['x86_64', 'x86_64', 'AMD64'],
  arm64: ['aarch64', 'arm64', 'ARM64'],
  ia32: ['i686', 'i386', 'x86'],
};
