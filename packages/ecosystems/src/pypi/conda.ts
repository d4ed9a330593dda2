import { isName, normalName } from './names.ts';
import { type Declared, parseRequirement } from './requirement.ts';

/** What an environment.yml of conda says an environment holds. */
export interface CondaEnvironment {
  /** Name of the environment, as far as it can be the name of a folder. */
  readonly name?: string;
  /** What pip installs. */
  readonly declared: readonly Declared[];
  /** Normal names of the packages of conda, of which some are distributions of Python. */
  readonly packages: ReadonlySet<string>;
  /** Requirements files that pip is given, relative to the directory. */
  readonly files: readonly string[];
  /** How many entries cannot be used. */
  readonly faults: number;
}

/**
 * Reads an environment.yml as conda writes it and people do: one key or one item a line. What is written otherwise, such
 * as lists between brackets, counts as fault. Linear time.
 */
export function readCondaEnvironment(text: string, directory: string): CondaEnvironment {
  const declared: Declared[] = [];
  const packages = new Set<string>();
  const files: string[] = [];
  let name: string | undefined;
  let section = '';
  /** Indentation of the list of pip, while its items are read. */
  let pipIndent: number | undefined;
  let faults = 0;

  function takeForPip(item: string): void {
    const included = /^(?:-r|--requirement)[\s=]+(\S.*)$/.exec(item)?.[1];
    if (included !== undefined) files.push(included);
    else if (!item.startsWith('-')) {
      const requirement = parseRequirement(item, directory);
      if (requirement) declared.push({ ...requirement, list: 'group', optional: false, statedIn: 'requirements' });
      else faults += 1;
    }
  }

  for (const raw of text.split(/\r?\n/)) {
    const comment = raw.search(/(?:^|\s)#/);
    const line = (comment < 0 ? raw : raw.slice(0, comment)).trimEnd();
    const content = line.trimStart();
    const indent = line.length - content.length;
    if (content === '' || content === '---') continue;
    if (indent === 0 && !content.startsWith('-')) {
      const colon = content.indexOf(':');
      section = content.slice(0, Math.max(0, colon)).trim();
      const value = unquoted(content.slice(colon + 1).trim());
      pipIndent = undefined;
      if (section === 'name' && isName(value)) name = value;
      else if (section === 'dependencies' && value !== '') faults += 1;
      continue;
    }
    if (section !== 'dependencies') continue;
    if (!/^-\s/.test(content)) {
      faults += 1;
      continue;
    }
    const item = unquoted(content.slice(1).trim());
    if (pipIndent !== undefined && indent > pipIndent) takeForPip(item);
    else if (/^pip\s*:$/.test(item)) pipIndent = indent;
    else {
      pipIndent = undefined;
      const [, conda] = /^(?:[\w./-]+::)?([\w.-]+)(?:[\s=<>!~[]|$)/.exec(item) ?? [];
      if (isName(conda)) packages.add(normalName(conda));
      else faults += 1;
    }
  }
  return { ...(name === undefined ? {} : { name }), declared, packages, files, faults };
}

function unquoted(text: string): string {
  const quote = text.charAt(0);
  return (quote === '"' || quote === "'") && text.length > 1 && text.endsWith(quote) ? text.slice(1, -1) : text;
}
