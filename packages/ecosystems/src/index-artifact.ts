export { indexArtifact } from './contents/index.ts';
export { openTree } from './trees/index.ts';
