import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCatalog, writeArtifacts } from '@skillscope/catalog';
import { SENTENCE_WEIGHTS, SkillscopeError, TABLE_WEIGHTS, words } from '@skillscope/core';
import { type Encoder, openStaticTable } from '@skillscope/models';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EncoderChoice, TABLE } from './choose-encoder.ts';
import { type Meaning, openMeaning } from './meaning.ts';

const SUMMARIES = {
  sharp: 'High performance image resizing',
  'p-limit': 'Run promises with limited concurrency',
  ms: 'Tiny millisecond conversion utility',
} as const;
const QUERY = { need: 'make thumbnails of uploaded pictures', terms: [] };

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'skillscope-meaning-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

function open(place: string | undefined = directory) {
  const catalog = openCatalog({ directory: place, indexers: { npm: 1, cargo: 1 } });
  return { catalog, meaning: openMeaning(catalog, TABLE) };
}

function keep(
  catalog: ReturnType<typeof open>['catalog'],
  summaries: Readonly<Record<string, string>>,
  ecosystem = 'npm',
) {
  const records = Object.entries(summaries).map(([name, summary]) => ({
    key: { path: `/${ecosystem}/${name}`, inside: '', ecosystem, fingerprint: summary },
    library: { purl: `pkg:${ecosystem}/${name}@1.0.0`, name, summary },
    contents: { skills: [], skipped: [] },
  }));
  return writeArtifacts(catalog, records, { words: (text) => words(text) }).map((number) => number ?? 0);
}

const filesOf = (place: string) => readdirSync(join(place, 'catalog', 'vectors')).sort();
const rounded = async (meaning: Meaning, artifacts: readonly number[], query = QUERY) => {
  const { inside } = await meaning.nearness(query, { artifacts });
  return [...inside.values()].map((near) => Number(near.toFixed(2)));
};

/** The table, counting what it encodes. */
function counted(table: Encoder = openStaticTable()) {
  const counts = { documents: 0 };
  const encoder: Encoder = {
    ...table,
    encode: (texts, kind, options) => {
      if (kind === 'document') counts.documents += texts.length;
      return table.encode(texts, kind, options);
    },
  };
  return { counts, encoder };
}

describe('openMeaning', () => {
  it('says how near listings are that share no word with the need (A-29)', async () => {
    const { catalog, meaning } = open();
    expect(await rounded(meaning, keep(catalog, SUMMARIES))).toEqual([0.47, -0.06, -0.01]);
  });

  it('encodes what is new and nothing twice, in this process and in the next', async () => {
    const { catalog } = open();
    const first = counted();
    const meaning = openMeaning(catalog, { ...TABLE, open: () => first.encoder });
    const artifacts = keep(catalog, SUMMARIES);
    await meaning.nearness(QUERY, { artifacts });
    await meaning.nearness(QUERY, { artifacts });
    expect(first.counts.documents).toBe(3);
    artifacts.push(...keep(catalog, { jimp: 'An image processing library' }));
    const near = await rounded(meaning, artifacts);
    expect([first.counts.documents, filesOf(directory).length]).toEqual([4, 2]);

    const second = counted();
    const next = openMeaning(open().catalog, { ...TABLE, open: () => second.encoder });
    expect(await rounded(next, artifacts)).toEqual(near);
    expect(second.counts.documents).toBe(0);
  });

  it('costs nothing and keeps nothing before it is asked', () => {
    const { catalog } = open();
    keep(catalog, SUMMARIES);
    openMeaning(catalog, { ...TABLE, open: () => expect.unreachable() });
    expect(readdirSync(join(directory, 'catalog'))).not.toContain('vectors');
  });

  it('works in memory where there is no cache', async () => {
    const catalog = openCatalog({ directory: undefined, indexers: { npm: 1 } });
    expect(await rounded(openMeaning(catalog, TABLE), keep(catalog, SUMMARIES))).toEqual([0.47, -0.06, -0.01]);
  });

  it.each([
    ['cut short', (file: string) => truncateSync(file, 100)],
    ['something else', (file: string) => writeFileSync(file, 'SKSEGMT1 and so on')],
    ['empty', (file: string) => writeFileSync(file, '')],
  ])('makes anew a file that is %s', async (_, damage) => {
    const { catalog, meaning } = open();
    const artifacts = keep(catalog, SUMMARIES);
    const near = await rounded(meaning, artifacts);
    const [file = ''] = filesOf(directory);
    damage(join(directory, 'catalog', 'vectors', file));
    const { counts, encoder } = counted();
    expect(await rounded(openMeaning(open().catalog, { ...TABLE, open: () => encoder }), artifacts)).toEqual(near);
    expect(counts.documents).toBe(3);
    expect(await rounded(open().meaning, artifacts)).toEqual(near);
  });

  it('never takes vectors of another encoder for its own', async () => {
    const { catalog, meaning } = open();
    const artifacts = keep(catalog, SUMMARIES);
    await meaning.nearness(QUERY, { artifacts });
    const { counts, encoder } = counted({ ...openStaticTable(), revision: 'another' });
    await openMeaning(open().catalog, { ...TABLE, open: () => encoder }).nearness(QUERY, { artifacts });
    expect([counts.documents, filesOf(directory).length]).toEqual([3, 2]);
  });

  it('compares all of the scope even where there is no time for the rest, and says so', async () => {
    const { catalog, meaning } = open();
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`crate-${index}`, `Thing ${index}`]));
    keep(catalog, many, 'cargo');
    const artifacts = keep(catalog, SUMMARIES);
    const { inside, notes } = await meaning.nearness(QUERY, { artifacts, milliseconds: 0 });
    expect([inside.size, notes.map(({ code }) => code)]).toEqual([3, ['meaning-unfinished']]);
    const again = await meaning.nearness(QUERY, { artifacts });
    expect([[...again.inside], again.notes]).toEqual([[...inside], []]);
  });

  it('keeps the scope, other libraries and other ecosystems apart (A-30)', async () => {
    const { catalog, meaning } = open();
    const [sharp = 0] = keep(catalog, { sharp: SUMMARIES.sharp });
    const [jimp = 0, gm = 0] = keep(catalog, { jimp: 'Image thumbnails', gm: 'Pictures and thumbnails' });
    const [image = 0] = keep(catalog, { image: 'Thumbnails of uploaded pictures' }, 'cargo');
    const { outside, of } = await meaning.nearness(QUERY, { artifacts: [sharp] });
    const rows = (artifacts: readonly number[]) => artifacts.map((artifact) => artifact * 1_024);
    expect(outside(['npm'], 9)).toEqual(rows([jimp, gm]));
    expect(outside(['npm', 'cargo'], 2)).toEqual(rows([image, jimp]));
    expect(outside([], 9)).toEqual([]);
    expect([...of([gm * 1_024, 7]).keys()]).toEqual([gm * 1_024]);
  });

  it('joins its files when there are many, without what is gone', async () => {
    const { catalog, meaning } = open();
    const artifacts: number[] = [];
    for (let index = 0; index < 9; index += 1) {
      artifacts.push(...keep(catalog, { [`library-${index}`]: `Pictures ${index}` }));
      // Written again it has another number.
      if (index === 4) artifacts.push(...keep(catalog, { 'library-4': 'Thumbnails' }));
      await meaning.nearness(QUERY, { artifacts });
    }
    expect(filesOf(directory)).toHaveLength(1);
    const next = counted();
    const { inside } = await openMeaning(open().catalog, { ...TABLE, open: () => next.encoder }).nearness(QUERY, {
      artifacts,
    });
    expect([inside.size, next.counts.documents]).toEqual([9, 0]);
  });

  it('leaves the words alone where there is no encoder', async () => {
    const { catalog } = open();
    const broken = openMeaning(catalog, {
      ...TABLE,
      open: () => {
        throw new SkillscopeError('model-missing', 'The table is not there');
      },
    });
    const { inside, outside, encoder, notes } = await broken.nearness(QUERY, { artifacts: keep(catalog, SUMMARIES) });
    expect([inside.size, outside(['npm'], 5), encoder, notes]).toEqual([
      0,
      [],
      { chosen: 'table', used: 'words', reason: 'The table is not there.' },
      [{ code: 'meaning-unavailable', message: 'The table is not there' }],
    ]);
  });

  it('lets another encoder answer for one that is not there, and says so, until it is', async () => {
    const { catalog } = open();
    const artifacts = keep(catalog, SUMMARIES);
    let isThere = false;
    const choice: EncoderChoice = {
      ...TABLE,
      name: 'other',
      weights: SENTENCE_WEIGHTS,
      open: () => {
        if (isThere) return counted({ ...openStaticTable(), id: 'other' }).encoder;
        throw new SkillscopeError('model-unavailable', 'It is asleep', { hint: 'Wake it.' });
      },
    };
    const meaning = openMeaning(catalog, choice, openMeaning(catalog, TABLE));
    const message =
      'Meanings were compared by the table that ships with skillscope, since the chosen encoder cannot answer. It is asleep. Wake it.';
    const notes = [{ code: 'encoder-unavailable', message }];
    expect(await meaning.fill(() => true)).toEqual(notes);
    const { inside, weights, ...answer } = await meaning.nearness(QUERY, { artifacts });
    expect([inside.size, weights, answer.notes]).toEqual([3, TABLE_WEIGHTS, notes]);
    expect(answer.encoder).toEqual({ chosen: 'other', used: 'table', reason: 'It is asleep. Wake it.' });
    isThere = true;
    const next = await meaning.nearness(QUERY, { artifacts });
    expect([next.inside.size, next.weights, next.notes]).toEqual([3, SENTENCE_WEIGHTS, []]);
    expect(next.encoder).toEqual({ chosen: 'other', used: 'other' });
    expect(filesOf(directory)).toHaveLength(2);
  });

  it('keeps what was encoded before the encoder failed', async () => {
    const { catalog } = open();
    const artifacts = keep(catalog, SUMMARIES);
    const { counts, encoder } = counted();
    const failing: Encoder = {
      ...encoder,
      encode: (texts, kind) => {
        if (counts.documents === 2) throw new SkillscopeError('model-unavailable', 'Too many requests');
        return encoder.encode(texts, kind);
      },
    };
    const { notes } = await openMeaning(catalog, { ...TABLE, batch: 1, open: () => failing }).nearness(QUERY, {
      artifacts,
    });
    expect([notes.map(({ code }) => code), filesOf(directory).length]).toEqual([['meaning-unavailable'], 1]);
    const next = counted();
    await openMeaning(open().catalog, { ...TABLE, open: () => next.encoder }).nearness(QUERY, { artifacts });
    expect(next.counts.documents).toBe(1);
  });

  it('drops what another model of the same name encoded, in the next process and in the middle of one', async () => {
    const { catalog } = open();
    const artifacts = keep(catalog, SUMMARIES);
    let alter = (vector: Float32Array) => vector;
    const model = () => {
      const { counts, encoder } = counted();
      const altered: Encoder = {
        ...encoder,
        encode: async (texts, kind) => (await encoder.encode(texts, kind)).map((vector) => alter(vector)),
      };
      return { counts, meaning: openMeaning(open().catalog, { ...TABLE, isProbed: true, open: () => altered }) };
    };
    const ask = async ({ counts, meaning }: ReturnType<typeof model>) => {
      const { inside, notes } = await meaning.nearness(QUERY, { artifacts });
      const near = [...inside.values()].map((value) => Number(value.toFixed(2)));
      return [near, notes.map(({ code }) => code), counts.documents];
    };
    const near = [0.47, -0.06, -0.01];
    const first = model();
    expect(await ask(first)).toEqual([near, [], 3]);
    expect(await ask(model())).toEqual([near, [], 0]);

    // The same, as another machine computes it.
    alter = (vector) => vector.map((value, index) => value + (index % 2 ? 0.004 : -0.004));
    expect(await ask(model())).toEqual([expect.any(Array), [], 0]);

    alter = (vector) => vector.slice().reverse();
    expect(await ask(first)).toEqual([near, ['encoder-changed'], 6]);
    expect(await ask(first)).toEqual([near, [], 6]);
    expect(await ask(model())).toEqual([near, [], 0]);
    expect(filesOf(directory)).toHaveLength(2);

    alter = (vector) => vector;
    const back = model();
    expect(await back.meaning.fill(() => true)).toMatchObject([{ code: 'encoder-changed' }]);
    expect(await ask(back)).toEqual([near, [], 3]);
    expect(await ask(first)).toEqual([near, ['encoder-changed'], 6]);
  });

  it('says how far it is with what nobody encoded yet', async () => {
    const { catalog } = open();
    keep(catalog, SUMMARIES);
    const said: unknown[] = [];
    await openMeaning(catalog, { ...TABLE, batch: 2 }).fill(
      () => true,
      (progress) => said.push(progress),
    );
    expect(said).toEqual([
      { done: 2, total: 3 },
      { done: 3, total: 3 },
    ]);
  });

  it('tells how far from the others something is where the scale is not known', async () => {
    const { catalog } = open();
    const artifacts = keep(catalog, SUMMARIES);
    expect(await rounded(openMeaning(catalog, { ...TABLE, isStandardised: true }), artifacts)).toEqual([
      0.24, 0.02, 0.04,
    ]);
  });

  it('several processes at once all answer alike and leave whole files', async () => {
    const { catalog } = open();
    const artifacts = keep(catalog, SUMMARIES);
    const script = join(import.meta.dirname, 'testing/ask.ts');
    const outputs = await Promise.all(
      [1, 2, 3].map(() => output(['--import', 'tsx', script, directory, ...artifacts.map(String)])),
    );
    expect(outputs).toEqual(Array.from({ length: 3 }, () => '0.47 -0.06 -0.01\n'));
    const { counts, encoder } = counted();
    await openMeaning(open().catalog, { ...TABLE, open: () => encoder }).nearness(QUERY, { artifacts });
    expect([counts.documents, filesOf(directory).length]).toEqual([0, 1]);
  });
});

async function output(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  await once(child, 'close');
  return text;
}
