import {
  cleanLine,
  FINDING_ACTIONS,
  type FindingCode,
  findAsks,
  inspectText,
  type Skill,
  type SkillFile,
} from '@skillscope/core';
import { readSkillText, type Tree } from '@skillscope/ecosystems';

/** What may be noticed about a skill. Stable; documented in docs/trust.md. */
export const REMARKS = {
  'hidden-unicode': 'Characters that cannot be seen.',
  'imitates-envelope': 'Text that imitates the marks which surround quoted text.',
  'instruction-override': "Words that override an agent's instructions.",
  'mentions-override': 'Such words, mentioned and not said.',
  'control-characters': 'Characters that control a terminal.',
  'runs-when-loaded': 'A command that some agents run by themselves when they load the text.',
  'asks-for-hooks': 'Commands that an agent should run by itself from then on.',
  'asks-for-tools': 'Tools that it asks to be allowed.',
  command: 'A command for a shell.',
  link: 'An address on the web.',
  script: 'A script among its files.',
  unreadable: 'A file that cannot be looked at.',
} as const satisfies Record<string, string>;

export type RemarkCode = keyof typeof REMARKS;

/** Something about a skill that whoever approves it should know. */
export interface Remark {
  readonly code: RemarkCode;
  /** True where it withholds the text until that is approved. */
  readonly withholds: boolean;
  /** Below the artifact's root. */
  readonly file: string;
  /** 1-based. */
  readonly line?: number;
  /** One sentence, clean. */
  readonly message: string;
  /** The words it is about, clean. */
  readonly excerpt?: string;
}

export interface Inspection {
  readonly remarks: readonly Remark[];
  /** True when a file is no longer what was indexed: what was noticed is not about the digest then. */
  readonly changed: boolean;
}

/** Looks through every text of a skill as it lies in its artifact now. Never throws on foreign input. */
export async function inspectSkill(tree: Tree, skill: Skill): Promise<Inspection> {
  const remarks: Remark[] = [];
  let bodyLine = Number.POSITIVE_INFINITY;
  let changed = false;
  for (const [index, file] of skill.files.entries()) {
    const place = placeOf(skill, file);
    if (file.kind !== 'text') {
      remarks.push(aboutFile(file, place));
      continue;
    }
    const read = await readSkillText(tree, skill, index === 0 ? undefined : file.path);
    if (!read.ok) {
      remarks.push({ code: 'unreadable', withholds: false, file: place, message: cleanLine(read.message) });
      continue;
    }
    if (index === 0) bodyLine = read.firstLine;
    changed ||= read.changed;
    remarks.push(...aboutText(read.text, place, read.firstLine));
  }
  return { remarks: [...aboutFrontmatter(skill, bodyLine), ...remarks], changed };
}

/** What was noticed above the body, when it was indexed. */
function aboutFrontmatter(skill: Skill, bodyLine: number): readonly Remark[] {
  const [entry] = skill.files;
  if (!entry) return [];
  const file = placeOf(skill, entry);
  const remarks: Remark[] = [];
  for (const { code, message, line } of skill.notes)
    if (isFinding(code) && (line ?? 0) < bodyLine)
      remarks.push({
        ...remark(code, file, message),
        ...(line === undefined ? {} : { line }),
        ...excerptOf(code, skill),
      });
  const tools = fieldOf(skill, 'allowed-tools', 'allowed_tools', 'allowedTools');
  if (tools !== undefined)
    remarks.push({
      ...remark('asks-for-tools', file, 'It asks for tools; skillscope grants none.'),
      excerpt: textOf(tools),
    });
  const hooks = fieldOf(skill, 'hooks');
  if (hooks !== undefined)
    remarks.push({
      ...remark('asks-for-hooks', file, 'It asks for commands to be run by the agent itself; skillscope runs none.'),
      excerpt: textOf(hooks),
    });
  return remarks;
}

/** The words of a withheld listing that were noticed. */
function excerptOf(code: FindingCode, { withheld }: Skill): Pick<Remark, 'excerpt'> {
  const { name = '', description = '', whenToUse = '' } = withheld ?? {};
  const finding = [name, description, whenToUse].flatMap(inspectText).find((known) => known.code === code);
  return finding === undefined ? {} : { excerpt: finding.excerpt };
}

function aboutText(text: string, file: string, firstLine: number): readonly Remark[] {
  const at = (line: number) => line + firstLine - 1;
  return [
    ...inspectText(text).map(({ code, message, line, excerpt }) => ({
      ...remark(code, file, message),
      line: at(line),
      excerpt,
    })),
    ...findAsks(text).map(({ code, what, line, count, excerpt }) => ({
      ...remark(code, file, `${SAYS[code]} ${what}${count > 1 ? `, ${count} times` : ''}.`),
      line: at(line),
      excerpt,
    })),
  ];
}

const SAYS = {
  link: 'It links to',
  command: 'It shows commands for',
  'runs-when-loaded': 'Some agents run, when they load it,',
} as const;

function aboutFile({ kind }: SkillFile, file: string): Remark {
  if (kind === 'script') return remark('script', file, 'A script; it is named, never served.');
  return remark(
    'unreadable',
    file,
    `It is ${kind === 'binary' ? 'no text' : 'too large'}; nobody looked into it, and it is never served.`,
  );
}

function remark(code: RemarkCode, file: string, message: string): Remark {
  return {
    code,
    withholds: isFinding(code) && FINDING_ACTIONS[code] === 'withhold',
    file,
    message: cleanLine(message),
  };
}

function isFinding(code: string): code is FindingCode {
  return Object.hasOwn(FINDING_ACTIONS, code);
}

function placeOf({ path }: Skill, file: SkillFile): string {
  return path === '.' || path === file.path ? file.path : `${path}/${file.path}`;
}

/** An agent may spell a field in several ways, and so may an author. */
function fieldOf({ frontmatter }: Skill, ...names: readonly string[]): unknown {
  const name = names.find((known) => Object.hasOwn(frontmatter, known));
  return name === undefined ? undefined : frontmatter[name];
}

function textOf(value: unknown): string {
  return cleanLine(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), EXCERPT_CHARACTERS);
}

const EXCERPT_CHARACTERS = 200;
