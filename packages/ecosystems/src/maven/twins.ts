import type { Component } from './bom.ts';
import { nameOf } from './coordinates.ts';

/**
 * A Kotlin Multiplatform library is published as one module and one more for each platform, e.g. `ktor-http` and
 * `ktor-http-jvm`. Where both are there, they are one library.
 *
 * @returns the reference of the library for each of its platform modules
 */
export function findTwins(components: Iterable<Component>): ReadonlyMap<string, string> {
  const all = [...components];
  const byName = new Map(all.map((component) => [keyOf(component, component.artifact), component.ref]));
  const twins = new Map<string, string>();
  for (const component of all) {
    const suffix = PLATFORMS.find((platform) => component.artifact.endsWith(platform));
    if (suffix === undefined) continue;
    const library = byName.get(keyOf(component, component.artifact.slice(0, -suffix.length)));
    if (library !== undefined) twins.set(component.ref, library);
  }
  return twins;
}

/** Longer ones first where one ends like another. */
const PLATFORMS = [
  'android',
  'androidnativearm32',
  'androidnativearm64',
  'androidnativex64',
  'androidnativex86',
  'desktop',
  'iosarm64',
  'iossimulatorarm64',
  'iosx64',
  'js',
  'jvm',
  'linuxarm64',
  'linuxx64',
  'macosarm64',
  'macosx64',
  'metadata',
  'mingwx64',
  'tvosarm64',
  'tvossimulatorarm64',
  'tvosx64',
  'wasm-js',
  'wasm-wasi',
  'watchosarm32',
  'watchosarm64',
  'watchosdevicearm64',
  'watchossimulatorarm64',
  'watchosx64',
]
  .sort((a, b) => b.length - a.length)
  .map((platform) => `-${platform}`);

function keyOf({ group, version }: Component, artifact: string): string {
  return `${nameOf({ group, artifact })}:${version}`;
}
