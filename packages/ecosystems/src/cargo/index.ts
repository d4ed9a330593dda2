import type { Ecosystem } from '../ecosystem.ts';

/** Rust crates, as cargo declares, locks and unpacks them. */
export default {
  id: 'cargo',
  version: 7,
  manifests: ['Cargo.toml'],
  variables: ['CARGO_HOME'],
  // Loaded when first called: an answer that is still fresh needs no parser.
  read: async (project) => (await import('./read.ts')).read(project),
  places: async (tree) => (await import('./places.ts')).places(tree),
  imports: {
    extensions: ['.rs'],
    read: async (text) => (await import('./imports.ts')).read(text),
    match: async (request) => (await import('./imports.ts')).match(request),
  },
  outside: {
    variables: ['CARGO_HOME'],
    shelves: async (machine) => (await import('./outside.ts')).shelves(machine),
  },
} satisfies Ecosystem;
