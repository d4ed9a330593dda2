import { openWalk } from '../contents/walk.ts';
import type { Place, Places } from '../ecosystem.ts';
import type { Tree } from '../tree.ts';
import { nameOf, parentOf } from '../trees/paths.ts';

/** Where Go modules ship skills. A folder with its own go.mod is another module, and `testdata` is no content to Go. */
export async function places(tree: Tree): Promise<Places> {
  const walk = openWalk(tree);
  const folders = new Set((walk.list('') ?? []).filter(({ kind }) => kind === 'directory').map(({ name }) => name));
  if (folders.has('skills')) walk.below('skills', { standing: 'usual', convention: 'skills' });
  if (folders.has('.agents')) walk.below('.agents/skills', { standing: 'usual', convention: '.agents/skills' });
  if (folders.has('agent-skills'))
    walk.below('agent-skills/skills', { standing: 'unusual', convention: 'agent-skills/skills' });
  const { places: found, skipped } = walk.places();
  return { places: found.filter((place) => belongs(place, tree)), skipped };
}

function belongs({ entry }: Place, tree: Tree): boolean {
  return [entry, tree.real(entry) ?? entry].every((path) => {
    for (let folder = parentOf(path); folder !== ''; folder = parentOf(folder))
      if (nameOf(folder) === 'testdata' || tree.list(folder)?.some(({ name }) => name === 'go.mod')) return false;
    return true;
  });
}
