import { headingsOf, type SkillReading, skillFlags } from '@skillscope/core';
import type { Label } from '../ecosystem.ts';

/** Reads a file without frontmatter as a skill: all of it is the body, and the label is its listing. */
export function withLabel(text: string, { name, description }: Label): SkillReading {
  return {
    ok: true,
    skill: {
      name,
      description,
      body: text,
      bodyLine: 1,
      headings: headingsOf(text),
      frontmatter: {},
      ...skillFlags({}),
      notes: [
        {
          code: 'label-made',
          line: 1,
          message:
            'Its file has no frontmatter: the name is that of the artifact, the description is made of headings.',
        },
      ],
    },
  };
}
