export type { Ecosystem, Place, Places, Project, Reading } from './ecosystem.ts';
export type { Entry, Files, Observation } from './files.ts';
export type { Tree, TreeRead } from './tree.ts';
