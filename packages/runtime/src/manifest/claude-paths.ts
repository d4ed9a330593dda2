import type { Inside } from './folder.ts';
import type { PluginReading } from './plugin-reading.ts';

export type DeclaredPath = Extract<Inside, { readonly ok: true }> & { readonly at: string };

/** The places that a plugin declares for a component: a path or a list of paths. Those that are none are noted. */
export function declaredPaths(plugin: PluginReading, key: string): readonly DeclaredPath[] {
  return plugin.declared(key).flatMap(({ value, at }) => {
    const paths = Array.isArray(value) ? value : [value];
    return paths.flatMap((path: unknown) => {
      const found = typeof path === 'string' ? pathIn(plugin, path, at) : undefined;
      if (typeof path !== 'string') plugin.note('wrong-type', at, 'This is no path, and is not taken.');
      return found === undefined ? [] : [found];
    });
  });
}

/** One path; where it leads out of the plugin or nowhere, that is noted. */
export function pathIn(plugin: PluginReading, path: string, at: string): DeclaredPath | undefined {
  const found = plugin.folder.find(path);
  if (found.ok) return { ...found, at };
  plugin.note(found.code, at, `${found.message} It is not taken.`);
  return undefined;
}
