import type { Ecosystem } from '../ecosystem.ts';

/** Packages of the npm registry and whatever else a package.json names, installed by npm, pnpm, Yarn or Bun. */
const npm: Ecosystem = {
  id: 'npm',
  version: 7,
  manifests: ['package.json'],
  variables: [],
  // Loaded when first called: an answer that is still fresh needs no parser.
  read: async (project) => (await import('./read.ts')).read(project),
  places: async (tree, artifact) => (await import('./places.ts')).places(tree, artifact),
  imports: {
    extensions: ['.js', '.jsx', '.mjs', '.cjs', '.ts', '.tsx', '.mts', '.cts', '.vue', '.svelte', '.astro'],
    read: async (text, extension) => (await import('./imports.ts')).read(text, extension),
    match: async (request) => (await import('./imports.ts')).match(request),
  },
  outside: {
    variables: [
      'APPDATA',
      'LOCALAPPDATA',
      'NPM_CONFIG_PREFIX',
      'PNPM_HOME',
      'XDG_DATA_HOME',
      'npm_config_prefix',
      'npm_config_store_dir',
    ],
    shelves: async (machine) => (await import('./outside.ts')).shelves(machine),
  },
};

export default npm;
