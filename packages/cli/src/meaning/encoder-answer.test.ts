import { expect, it } from 'vitest';
import { expectedEncoder } from './encoder-answer.ts';

const ENDPOINT = {
  SKILLSCOPE_ENCODER: 'endpoint',
  // Nobody is asked there.
  SKILLSCOPE_ENDPOINT_URL: 'http://127.0.0.1:1/v1',
  SKILLSCOPE_ENDPOINT_MODEL: 'tiny',
};

it.each<[Readonly<Record<string, string>>, object]>([
  [{}, { chosen: 'table', used: 'table' }],
  [ENDPOINT, { chosen: 'endpoint', used: 'endpoint' }],
  [
    { ...ENDPOINT, SKILLSCOPE_ENDPOINT_URL: 'localhost' },
    {
      chosen: 'endpoint',
      used: 'table',
      reason:
        'The address of the embedding endpoint is no http address without a password. Give its base, such as http://localhost:11434/v1, and the key apart from it.',
    },
  ],
  [
    { SKILLSCOPE_ENCODER: 'minilm', SKILLSCOPE_MODELS: '/nowhere' },
    {
      chosen: 'minilm',
      used: 'table',
      reason:
        "The model file is not there: /nowhere/minilm-l6-v2-int8.onnx. Put minilm-l6-v2-int8.onnx there (in skillscope's own repository, tools/model/build-mini-lm.ts makes it), or use the built-in table.",
    },
  ],
  [
    { SKILLSCOPE_ENCODER: `b\u001b[2J${'x'.repeat(99)}` },
    { chosen: expect.stringMatching(/^b[\x20-\x7e]{1,38}…$/), used: 'table', reason: expect.any(String) },
  ],
])('says of %o what a search would use', async (environment, encoder) => {
  expect(await expectedEncoder(environment)).toEqual({ encoder, notes: [] });
});
