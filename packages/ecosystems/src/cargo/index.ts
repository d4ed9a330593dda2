import type { Ecosystem } from '../ecosystem.ts';
import { places } from './places.ts';
import { read } from './read.ts';

/** Rust crates, as cargo declares, locks and unpacks them. */
export default {
  id: 'cargo',
  version: 1,
  manifests: ['Cargo.toml'],
  variables: ['CARGO_HOME'],
  read,
  places,
} satisfies Ecosystem;
