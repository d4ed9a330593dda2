import type { Ecosystem } from '../ecosystem.ts';
import { places } from './places.ts';
import { read } from './read.ts';

/** Packages of the npm registry and whatever else a package.json names, installed by npm, pnpm, Yarn or Bun. */
const npm: Ecosystem = {
  id: 'npm',
  version: 1,
  manifests: ['package.json'],
  variables: [],
  read,
  places,
};

export default npm;
