import type { Registry } from '../../packages/runtime/src/index.ts';
import { skillSpec } from '../../packages/runtime/src/registry/skill-source.ts';
import { skillText } from './corpus.ts';

const BATCH = 250;

/** Puts the skills from one number up to another, many in one transaction: what is measured comes after. */
export async function fill(registry: Registry, from: number, to: number): Promise<void> {
  for (let start = from; start < to; start += BATCH) {
    const specs = Array.from({ length: Math.min(BATCH, to - start) }, (_, index) =>
      skillSpec({ text: skillText(start + index) }),
    );
    await registry.write((database) =>
      database.query('select count(skillscope.upsert_skill(spec)) from jsonb_array_elements($1::jsonb) as spec', [
        JSON.stringify(specs),
      ]),
    );
  }
}
