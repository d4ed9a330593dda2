import type { Ecosystem } from '../ecosystem.ts';

/** Go modules, as go.mod and go.work select them and the module cache, vendor folders and replacements hold them. */
export default {
  id: 'golang',
  version: 7,
  manifests: ['go.mod', 'go.work'],
  variables: ['GOENV', 'GOMODCACHE', 'GOPATH', 'GOWORK', 'XDG_CONFIG_HOME', 'APPDATA'],
  // Loaded when first called: an answer that is still fresh needs no parser.
  read: async (project) => (await import('./read.ts')).read(project),
  places: async (tree) => (await import('./places.ts')).places(tree),
  imports: {
    extensions: ['.go'],
    read: async (text) => (await import('./imports.ts')).read(text),
    match: async (request) => (await import('./imports.ts')).match(request),
  },
  outside: {
    variables: ['GOENV', 'GOMODCACHE', 'GOPATH', 'XDG_CONFIG_HOME', 'APPDATA'],
    shelves: async (machine) => (await import('./outside.ts')).shelves(machine),
  },
} satisfies Ecosystem;
