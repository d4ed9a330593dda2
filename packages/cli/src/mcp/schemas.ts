import { z } from 'zod';

/** The shapes that MCP clients see. They are the answers of `commands/`; the compiler holds both equal. */

const by = z.array(z.enum(['words', 'meaning']));

const note = z.object({ code: z.string(), message: z.string(), line: z.number().optional() });

const skillFile = z.object({
  path: z.string(),
  size: z.number(),
  kind: z.enum(['text', 'script', 'binary', 'too-large']),
  digest: z.string().optional(),
});

const relation = z.enum(['direct', 'transitive']);
const evidence = z.enum(['declared', 'locked', 'installed']);
const source = z.enum(['registry', 'git', 'url', 'path', 'workspace', 'bundled']);
const trust = z.enum(['readable', 'withheld', 'unapproved']);
const standing = z.enum(['usual', 'unusual']);

/** What is needed to choose; the rest comes with the skill itself. */
const skill = z.object({
  name: z.string(),
  path: z.string(),
  description: z.string(),
  whenToUse: z.string().optional(),
  trust,
  standing,
  notes: z.array(note).optional(),
});

const library = z.object({
  purl: z.string(),
  ecosystem: z.string(),
  name: z.string(),
  version: z.string(),
  relation,
  via: z.array(z.string()),
  evidence,
  source,
  lockedVersion: z.string().optional(),
  alias: z.string().optional(),
  members: z.array(z.string()).optional(),
  summary: z.string().optional(),
  skills: z.array(skill),
});

const project = z
  .string()
  .optional()
  .describe('Absolute path of a directory in the project. Default: the workspace that is open.');

const limit = z.number().int().min(1).max(50).optional().describe('Most results of a kind. Default: 10.');

/** Arguments by name; one of another name is refused, since it would be lost without a word. */
function argumentsOf<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `there is no argument ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}; the arguments are ${known}.`
        : undefined,
  });
}

export const listInput = argumentsOf({
  project,
  direct: z.boolean().optional().describe('Only direct dependencies. Default: transitive ones too.'),
  page: z.number().int().min(1).optional().describe('Page of a long list. Default: 1.'),
});

export const listOutput = z.object({
  project: z.object({ root: z.string(), member: z.string().optional(), ecosystems: z.array(z.string()) }),
  libraries: z.array(library),
  page: z.number(),
  pages: z.number(),
  skipped: z.array(
    z.object({
      purl: z.string().optional(),
      path: z.string(),
      line: z.number().optional(),
      reason: z.string(),
      message: z.string(),
    }),
  ),
  notes: z.array(note),
  counts: z.object({
    libraries: z.number(),
    direct: z.number(),
    transitive: z.number(),
    installed: z.number(),
    withSkills: z.number(),
    skills: z.number(),
    withheld: z.number(),
    unapproved: z.number(),
    unlisted: z.number(),
    leftOut: z.number(),
  }),
  listed: z.object({ direct: z.boolean(), withSkills: z.number(), skills: z.number() }),
});

export const readInput = argumentsOf({
  project,
  library: z
    .string()
    .describe(
      'Name of the library, with #skill where it ships several, e.g. "@tanstack/db#db-core/live-queries"; or an id.',
    ),
  file: z
    .string()
    .optional()
    .describe('A file that an earlier answer named, e.g. "references/api.md". Default: the skill.'),
  page: z.number().int().min(1).optional().describe('Page of a long text. Default: 1.'),
});

export const readOutput = z.object({
  id: z.string(),
  skill: z.string(),
  address: z.string(),
  library: z.string(),
  ecosystem: z.string(),
  version: z.string(),
  purl: z.string(),
  source,
  relation,
  via: z.array(z.string()),
  evidence,
  place: z.string(),
  digest: z.string(),
  words: z.string().describe('Whose words the text is.'),
  notice: z.string(),
  republisher: z.string().optional(),
  trust,
  standing,
  notes: z.array(note),
  page: z.number(),
  pages: z.number(),
  text: z.string(),
  files: z.array(skillFile),
});

export const searchInput = argumentsOf({
  project,
  need: z.string().describe('What is needed, in plain words, e.g. "retry a failed request with growing pauses".'),
  terms: z
    .array(z.string())
    .optional()
    .describe('Three to six names such an API might carry, guessed by you, e.g. ["retry", "backoff", "withRetry"].'),
  limit,
});

export const searchOutput = z.object({
  need: z.string(),
  terms: z.array(z.string()),
  skills: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      address: z.string(),
      alsoIn: z.array(z.string()).optional(),
      library: z.string(),
      purl: z.string(),
      version: z.string(),
      relation,
      description: z.string(),
      whenToUse: z.string().optional(),
      trust,
      score: z.number(),
      matched: z.array(z.string()),
      by,
    }),
  ),
  entries: z.array(z.never()),
  libraries: z.array(
    z.object({
      purl: z.string(),
      name: z.string(),
      version: z.string(),
      relation,
      alsoIn: z.array(z.string()).optional(),
      summary: z.string(),
      skills: z.number(),
      score: z.number(),
      matched: z.array(z.string()),
      by,
    }),
  ),
  outside: z
    .array(
      z.object({
        purl: z.string(),
        ecosystem: z.string(),
        name: z.string(),
        version: z.string(),
        relation: z.literal('outside'),
        summary: z.string().optional(),
        skills: z.array(z.object({ name: z.string(), description: z.string(), whenToUse: z.string().optional() })),
        skillCount: z.number(),
        score: z.number(),
        matched: z.array(z.string()),
        by,
      }),
    )
    .describe('Libraries elsewhere on this machine. No dependencies of the project; their text cannot be read.'),
  encoder: z.object({
    chosen: z.string(),
    used: z.string(),
    engine: z.string().optional(),
    reason: z.string().optional(),
  }),
  notes: z.array(note),
});
