import { existsSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { rankListings } from '@skillscope/core';
import { type Listed, readLibraries, readSkills } from '../search/corpus.ts';
import { UNGATED } from '../search/engines.ts';
import { readForeignNeeds, readLibraryRequests, readSkillSet } from '../search/requests.ts';
import { table } from '../search/table.ts';
import { nameOf, openEncoders } from './encoders.ts';
import { FACES, type Face } from './faces.ts';
import { cosines, type Scores } from './scores.ts';

/**
 * Measures how well each encoder finds what serves a need, by face, and writes the tables to quality.md. The set: the
 * first argument, else the development set beside the repository. SKILLSCOPE_MODELS names the directory of the sentence
 * model; without it only the table that ships is measured. With `--scores <file>` the scores of every request and
 * listing are written, lexical ones too, for choosing how to join them.
 */
const ROOT = resolve(import.meta.dirname, '../..');
const RESULTS = join(import.meta.dirname, 'quality.md');

interface Asked {
  readonly id: string;
  readonly need: string;
  readonly terms: readonly string[];
  readonly right: ReadonlySet<string>;
}

const option = process.argv.indexOf('--scores');
const scoresPath = option === -1 ? undefined : process.argv[option + 1];
const given = process.argv.slice(2).find((argument, index) => !argument.startsWith('--') && index + 2 !== option + 1);
const path = given === undefined ? join(ROOT, '../shared/eval/skills-dev.json') : resolve(given);
if (!existsSync(path)) {
  console.error(`There is no request set at ${path}. Name one as the argument.`);
  process.exit(1);
}

const set = readSkillSet(path);
const skills = readSkills(set.packages);
const foreign = readForeignNeeds(path).map((query, index) => ({
  ...query,
  id: `foreign-${index + 1}`,
  right: new Set<string>(),
}));
const libraries = readLibraries(join(ROOT, 'node_modules'));
const encoders = await openEncoders(process.env['SKILLSCOPE_MODELS']);
const sections = [
  await section(`${basename(path)}: ${skills.length} skills`, skills, [...set.requests, ...foreign], FACES),
  await section(
    `libraries-dev.json: ${libraries.length} libraries by their own description`,
    libraries,
    readLibraryRequests(),
    FACES.filter(({ name }) => name.includes('description') && !name.startsWith('library')),
  ),
];
for (const encoder of encoders) await encoder.close();
const text = ['# Encoders: quality', '', ...sections.map((part) => part.text), ''].join('\n');
writeFileSync(RESULTS, text);
process.stdout.write(text);
if (scoresPath !== undefined) writeFileSync(scoresPath, JSON.stringify(sections.map((part) => part.scores)));

async function section(title: string, listings: readonly Listed[], asked: readonly Asked[], faces: readonly Face[]) {
  const needs = asked.map(({ need }) => need);
  const lexical = (withTerms: boolean): Scores =>
    asked.map(({ need, terms }) => {
      const ranked = rankListings({ need, terms: withTerms ? terms : [] }, listings, { weights: UNGATED });
      const scores = new Map(ranked.map(({ id, score }) => [id, score]));
      return listings.map(({ id }) => scores.get(id) ?? 0);
    });
  const engines: Record<string, Scores> = { 'words | need alone': lexical(false), 'words | with terms': lexical(true) };
  for (const encoder of encoders) {
    for (const face of faces)
      engines[`${nameOf(encoder)} | ${face.name}`] = await cosines(encoder, face, listings, needs);
  }
  const rows = Object.entries(engines).map(([name, scores]) => [
    ...name.split(' | '),
    ...measured(listings, asked, scores),
  ]);
  const head = ['engine', 'face', 'hit@1', 'hit@3', 'MRR', 'best score, served', 'best score, unserved', 'told apart'];
  const served = asked.filter(({ right }) => right.size > 0).length;
  return {
    text: [
      `## ${title}`,
      '',
      `${served} requests that something serves, ${asked.length - served} that nothing does. Best scores: lowest quarter, median, highest quarter. Told apart: how often a served request's best score is above an unserved one's.`,
      '',
      table(head, rows),
      '',
    ].join('\n'),
    scores: {
      title,
      listings: listings.map(({ id }) => id),
      requests: asked.map(({ id, need, terms, right }) => ({ id, need, terms, right: [...right] })),
      engines,
    },
  };
}

function measured(listings: readonly Listed[], asked: readonly Asked[], scores: Scores): string[] {
  const places: number[] = [];
  const best: { readonly served: number[]; readonly unserved: number[] } = { served: [], unserved: [] };
  for (const [index, { right }] of asked.entries()) {
    const row = scores[index] ?? [];
    (right.size > 0 ? best.served : best.unserved).push(Math.max(...row));
    if (right.size === 0) continue;
    const order = [...row.keys()]
      .filter((place) => (row[place] ?? 0) > 0)
      .sort((a, b) => (row[b] ?? 0) - (row[a] ?? 0));
    places.push(order.findIndex((place) => right.has(listings[place]?.id ?? '')) + 1);
  }
  const share = (most: number) =>
    (places.filter((place) => place >= 1 && place <= most).length / places.length).toFixed(2);
  const reciprocal = places.reduce((sum, place) => sum + (place === 0 ? 0 : 1 / place), 0) / places.length;
  return [
    share(1),
    share(3),
    reciprocal.toFixed(3),
    quartiles(best.served),
    quartiles(best.unserved),
    apart(best.served, best.unserved),
  ];
}

function quartiles(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  return [0.25, 0.5, 0.75].map((share) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(2)).join(' ');
}

function apart(served: readonly number[], unserved: readonly number[]): string {
  const pairs = served.flatMap((score) => unserved.map((other) => (score > other ? 1 : score === other ? 0.5 : 0)));
  return (pairs.reduce<number>((sum, pair) => sum + pair, 0) / pairs.length).toFixed(2);
}
