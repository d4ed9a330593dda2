import { isName, normalName } from './names.ts';
import { type Declared, parseRequirement } from './requirement.ts';

/** What a setup.cfg says about a project. */
export interface SetupCfg {
  readonly name?: string;
  readonly version?: string;
  readonly summary?: string;
  readonly declared: readonly Declared[];
  /** Files that hold the requirements, relative to the directory. */
  readonly files: readonly string[];
  /** How many entries cannot be used. */
  readonly faults: number;
}

/** Reads the parts of a setup.cfg that setuptools takes for what a project needs. */
export function readSetupCfg(text: string, directory: string): SetupCfg {
  const sections = readSections(text);
  const metadata = sections.get('metadata');
  const declared: Declared[] = [];
  const files: string[] = [];
  let faults = 0;

  function collect(value: string | undefined, list: Pick<Declared, 'list' | 'extra' | 'optional'>): void {
    if (value?.startsWith('file:')) {
      for (const path of value.slice('file:'.length).split(',')) if (path.trim() !== '') files.push(path.trim());
      return;
    }
    for (const line of value?.split('\n') ?? []) {
      const comment = line.search(/(?:^|\s)#/);
      const plain = (comment < 0 ? line : line.slice(0, comment)).trim();
      if (plain === '') continue;
      const requirement = parseRequirement(plain, directory);
      if (requirement) declared.push({ ...requirement, ...list });
      else faults += 1;
    }
  }

  collect(sections.get('options')?.get('install_requires'), { list: 'main', optional: false });
  for (const [extra, value] of sections.get('options.extras_require') ?? [])
    collect(value, { list: 'extra', extra: normalName(extra), optional: true });

  const [name, version, summary] = ['name', 'version', 'description'].map((key) => metadata?.get(key));
  return {
    ...(isName(name) ? { name } : {}),
    ...(version && !version.includes(':') ? { version } : {}),
    ...(summary && !summary.startsWith('file:') ? { summary } : {}),
    declared,
    files,
    faults,
  };
}

/** Sections of `key = value` lines; an indented line continues the value above. */
function readSections(text: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const sections = new Map<string, Map<string, string[]>>();
  let section: Map<string, string[]> | undefined;
  let key = '';
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(?:[#;]|$)/.test(line)) continue;
    const header = /^\[([^\]]*)\]/.exec(line);
    if (header) {
      const name = (header[1] ?? '').trim().toLowerCase();
      section = sections.get(name) ?? new Map();
      sections.set(name, section);
      key = '';
    } else if (/^\s/.test(line)) {
      section?.get(key)?.push(line.trim());
    } else {
      const separator = line.search(/[=:]/);
      key = separator < 0 ? '' : line.slice(0, separator).trim().toLowerCase().replaceAll('-', '_');
      if (key !== '') section?.set(key, [line.slice(separator + 1).trim()]);
    }
  }
  return new Map([...sections].map(([name, values]) => [name, joined(values)]));
}

function joined(values: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, string> {
  return new Map([...values].map(([key, lines]) => [key, lines.join('\n').trim()]));
}
