import type { ArtifactRecord } from '../write-artifacts.ts';

export const INDEXERS = { npm: 1, pypi: 1 };

/** Stands for core's `words`, which has its own tests. */
export function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** An artifact with so many skills, each with three files; its texts name it. */
export function record(name: string, skills = 2, fingerprint = 'first'): ArtifactRecord {
  return {
    vouched: true,
    key: { path: `/somewhere/node_modules/${name}`, inside: '', ecosystem: 'npm', fingerprint },
    library: { purl: `pkg:npm/${name}@1.0.0`, name, summary: `The ${name} library` },
    contents: {
      skills: Array.from({ length: skills }, (_, index) => skill(`${name}-${index}`)),
      skipped: [],
    },
  };
}

export type StoredSkill = ArtifactRecord['contents']['skills'][number];

export function skill(name: string): StoredSkill {
  return {
    path: `skills/${name}`,
    entry: 'SKILL.md',
    name,
    description: `How to use ${name} well`,
    digest: `sha256:${name}`,
    standing: 'usual',
    trust: 'readable',
    files: [
      { path: 'SKILL.md', size: 1_000, kind: 'text', digest: 'sha256:01' },
      { path: 'references/a.md', size: 2_000, kind: 'text', digest: 'sha256:02' },
      { path: 'scripts/run.sh', size: 300, kind: 'script', digest: 'sha256:03' },
    ],
    headings: ['Setup', 'Queries'],
    frontmatter: { name, description: `How to use ${name} well` },
    notes: [],
  };
}
