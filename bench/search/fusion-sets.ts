import { FUSE_WEIGHTS, indexListing, LISTING_WEIGHTS, OUTSIDE_FUSE_WEIGHTS } from '@skillscope/core';
import { readSkills } from './corpus.ts';
import type { FusionSet } from './fusion.ts';
import type { ReportInput } from './report.ts';
import { type ForeignNeed, type Request, readOutsideSets, readProjectSet, readShortRequests } from './requests.ts';

type Input = Pick<ReportInput, 'set' | 'skills' | 'libraries' | 'libraryRequests'> & {
  readonly foreign: readonly ForeignNeed[];
};

/** The sets on which words and meaning are joined, each with the requests of the others as needs that nothing serves. */
export function fusionSets({ set, skills, foreign, libraries, libraryRequests }: Input): FusionSet[] {
  const others = set.requests.map((request) => unserved(request.id, request.need, []));
  const needs = (except?: string) =>
    foreign
      .filter(({ ecosystem }) => ecosystem !== except)
      .map(({ need, terms }, index) => unserved(`foreign-${index + 1}`, need, terms));
  const { minimum } = LISTING_WEIGHTS;
  const skillSet: Omit<FusionSet, 'name' | 'requests' | 'own'> = {
    kind: 'skill',
    listings: skills,
    minimum: minimum.skill,
    weights: FUSE_WEIGHTS,
    hasTerms: false,
  };
  const librarySet: typeof skillSet = {
    ...skillSet,
    kind: 'library',
    listings: libraries,
    minimum: minimum.library,
  };
  const project = readProjectSet();
  const projectSkills = readSkills(project.packages);
  const [shortSkills, shortLibraries] = [readShortRequests('skills'), readShortRequests('libraries')];
  return [
    {
      ...skillSet,
      name: 'skills',
      requests: [...set.requests, ...needs()],
      own: idsOf(set.requests),
      hasTerms: true,
    },
    { ...skillSet, name: 'skills, short needs', requests: shortSkills, own: idsOf(shortSkills) },
    ...(['first', 'second'] as const).map(
      (half): FusionSet => ({
        ...skillSet,
        name: `skills of a project, ${half} half`,
        listings: projectSkills,
        requests: project.halves[half],
        own: idsOf(project.halves[half]),
      }),
    ),
    {
      ...librarySet,
      name: 'libraries in scope',
      requests: [...libraryRequests, ...others, ...needs()],
      own: idsOf(libraryRequests),
    },
    { ...librarySet, name: 'libraries in scope, short needs', requests: shortLibraries, own: idsOf(shortLibraries) },
    ...readOutsideSets().map(
      (outside): FusionSet => ({
        name: `outside, ${outside.ecosystem}`,
        kind: 'library',
        listings: outside.libraries.map((document) => ({ ...indexListing(document), document })),
        requests: [...outside.requests, ...others, ...needs(outside.ecosystem)],
        own: idsOf(outside.requests),
        // Words alone needed there what they need of a skill.
        minimum: minimum.skill,
        weights: OUTSIDE_FUSE_WEIGHTS,
        hasTerms: false,
      }),
    ),
  ];
}

function unserved(id: string, need: string, terms: readonly string[]): Request {
  return { id, need, terms, right: new Set(), library: '' };
}

function idsOf(requests: readonly Request[]): ReadonlySet<string> {
  return new Set(requests.map(({ id }) => id));
}
