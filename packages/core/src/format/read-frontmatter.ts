import type { Note } from '../found.ts';
import { LIMITS } from '../limits.ts';
import { parseYaml, type YamlFile } from './parse-yaml.ts';
import { readPlainFrontmatter } from './plain-frontmatter.ts';
import { repairYaml } from './repair-yaml.ts';
import { type Field, type Fields, fieldsOf } from './yaml-values.ts';

export type { Field, Fields };

/** Frontmatter is always read from the second line of the file on. */
const FIRST_LINE = 2;

export type FrontmatterReading =
  | {
      readonly ok: true;
      readonly fields: Fields;
      /** Repairs that were needed, and duplicate keys; at most `LIMITS.frontmatterNotes`. */
      readonly notes: readonly Note[];
      /** Valid YAML that the standard's own reader refuses: flow style, anchors, tags. As many at most. */
      readonly style: readonly Note[];
    }
  | {
      readonly ok: false;
      readonly reason: 'bad-frontmatter' | 'too-deep';
      readonly message: string;
      readonly line: number;
    };

/**
 * Reads the lines between the fences as YAML 1.2 (core schema). Aliases are never expanded and tags never resolved:
 * such a value is the text as written. A field that is not valid YAML is read as plain text, with a note, wherever
 * its bounds are clear. Lines are those of the skill file.
 */
export function readFrontmatter(source: string): FrontmatterReading {
  const text = source.replace(/\r\n?/g, '\n');
  const plain = readPlainFrontmatter(text);
  if (plain) return { ok: true, fields: inSkillFile(plain), notes: [], style: [] };
  const asWritten = parseYaml(text);
  if (!asWritten.complaint) return finish(asWritten, []);
  const { text: repaired, notes } = repairYaml(text);
  return finish(parseYaml(repaired), notes);
}

function finish(file: YamlFile, repairs: readonly Note[]): FrontmatterReading {
  const { complaint } = file;
  if (complaint)
    return {
      ok: false,
      reason: complaint.kind === 'too-deep' ? 'too-deep' : 'bad-frontmatter',
      line: complaint.line + FIRST_LINE - 1,
      message: `The frontmatter is not readable YAML: ${complaint.message}`,
    };
  const values = fieldsOf(file);
  if (!values.ok) return { ...values, reason: 'bad-frontmatter', line: values.line + FIRST_LINE - 1 };
  return {
    ok: true,
    fields: inSkillFile(values.fields),
    notes: inFile([...repairs, ...values.duplicates]),
    style: inFile(values.style),
  };
}

function inSkillFile(fields: Fields): Fields {
  return new Map([...fields].map(([key, field]) => [key, { ...field, line: field.line + FIRST_LINE - 1 }]));
}

function inFile(notes: readonly Note[]): readonly Note[] {
  return notes.slice(0, LIMITS.frontmatterNotes).map((note) => ({ ...note, line: (note.line ?? 1) + FIRST_LINE - 1 }));
}
