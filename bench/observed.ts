import { findProject, scan } from '@skillscope/ecosystems';

/** How many places a stored scan of the project is known to be fresh by. */
export async function countObserved(directory: string, environment: Readonly<Record<string, string>>): Promise<number> {
  const project = findProject(directory);
  if (!project) throw new Error(`There is no project at ${directory}.`);
  const { observations } = await scan({ project, environment, home: '/nowhere' });
  return observations.length;
}
