// Made by `npm run generate`.

import type { Ecosystem } from './ecosystem.ts';
import cargo from './cargo/index.ts';
import golang from './golang/index.ts';
import maven from './maven/index.ts';
import npm from './npm/index.ts';
import pypi from './pypi/index.ts';

export type EcosystemId = 'cargo' | 'golang' | 'maven' | 'npm' | 'pypi';

export const ALL_ECOSYSTEMS: readonly Ecosystem[] = [cargo, golang, maven, npm, pypi];
