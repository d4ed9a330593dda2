import { parseSkill, validateSkill } from '@skillscope/core';
import { Document, isScalar, visit } from 'yaml';
import { RegistryError } from './registry-error.ts';

/** Keys that the standard knows. */
const STANDARD = ['name', 'description', 'license', 'compatibility', 'allowed-tools', 'metadata'] as const;

interface SkillParts {
  readonly name: string;
  readonly head: string;
  readonly body: string;
}

/**
 * The text before the body as the strictest reader accepts it: unchanged where that is so already; else written anew,
 * with what the standard does not know below `metadata`, as text.
 *
 * @throws RegistryError `not-strict`, whose ways name what must change
 */
export function strictHead(skill: SkillParts, directoryName: string): string {
  const written = validateSkill(skill.head + skill.body, { directoryName });
  if (written.length === 0) return skill.head;
  const head = rewritten(skill, directoryName);
  const faults = validateSkill(head + skill.body, { directoryName });
  if (faults.length === 0) return head;
  throw new RegistryError('not-strict', `"${skill.name}" is not what the strictest readers accept.`, {
    ways: [...new Set(faults.map(({ message }) => message))],
    facts: { codes: [...new Set(faults.map(({ code }) => code))] },
  });
}

function rewritten({ name, head, body }: SkillParts, directoryName: string): string {
  const reading = parseSkill(head + body);
  if (!reading.ok) return head;
  const { frontmatter, description } = reading.skill;
  const metadata: Record<string, string> = Object.create(null);
  const own = frontmatter['metadata'];
  for (const [key, value] of Object.entries(isMap(own) ? own : {})) metadata[key] = textOf(value);
  for (const [key, value] of Object.entries(frontmatter)) {
    if (STANDARD.some((known) => known === key) && !(key === 'metadata' && !isMap(own))) continue;
    if (Object.hasOwn(metadata, key) && metadata[key] !== textOf(value))
      throw new RegistryError('not-strict', `"${name}" has "${key}" beside another one below \`metadata\`.`, {
        ways: ['Rename one of the two.'],
        facts: { codes: ['metadata-key-taken'] },
      });
    metadata[key] = textOf(value);
  }
  const entries: [string, unknown][] = [
    ['name', nameFor(name, frontmatter['name'], directoryName)],
    ['description', description],
  ];
  for (const key of ['license', 'compatibility'] as const)
    if (frontmatter[key] !== undefined && frontmatter[key] !== null) entries.push([key, textOf(frontmatter[key])]);
  const tools = frontmatter['allowed-tools'];
  if (tools !== undefined && tools !== null)
    entries.push(['allowed-tools', Array.isArray(tools) ? tools.map(textOf).join(' ') : textOf(tools)]);
  if (Object.keys(metadata).length > 0) entries.push(['metadata', { ...metadata }]);
  return `---\n${yamlOf(Object.fromEntries(entries))}---\n`;
}

/** That of the author; where the directory is named for the registry's name, which may hold what a folder cannot, that. */
function nameFor(name: string, written: unknown, directoryName: string): string {
  if (name.replace(/[^A-Za-z0-9]+/g, '-') === directoryName) return directoryName;
  return written === undefined || written === null ? name : textOf(written);
}

/** One entry a line, and every text in quotes that a reader might take for something else. */
function yamlOf(value: Readonly<Record<string, unknown>>): string {
  const document = new Document(value);
  visit(document, {
    Scalar(_key, node) {
      if (isScalar(node) && typeof node.value === 'string' && node.value.includes('\n')) node.type = 'QUOTE_DOUBLE';
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
