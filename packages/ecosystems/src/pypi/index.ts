import type { Ecosystem } from '../ecosystem.ts';
import { MANIFESTS, VARIABLES } from './wanted.ts';

/** Python distributions, as a project declares and locks them and as an environment holds them. */
export default {
  id: 'pypi',
  version: 8,
  manifests: MANIFESTS,
  variables: VARIABLES,
  // Loaded when first called: an answer that is still fresh needs no parser.
  read: async (project) => (await import('./read.ts')).read(project),
  places: async (tree) => (await import('./places.ts')).places(tree),
  imports: {
    extensions: ['.py', '.pyi'],
    read: async (text) => (await import('./imports.ts')).read(text),
    match: async (request) => (await import('./imports.ts')).match(request),
  },
  outside: {
    variables: [],
    shelves: async (machine) => (await import('./outside.ts')).shelves(machine),
  },
} satisfies Ecosystem;
