import { describe, expect, it } from 'vitest';
import { chooseEncoder, TABLE } from './choose-encoder.ts';

const ENDPOINT = { SKILLSCOPE_ENCODER: 'endpoint' };

describe('chooseEncoder', () => {
  it.each([[{}], [{ SKILLSCOPE_ENCODER: '' }], [{ SKILLSCOPE_ENCODER: 'table', SKILLSCOPE_MODELS: '/models' }]])(
    'takes the table with %o',
    (environment) => {
      expect(chooseEncoder(environment)).toBe(TABLE);
    },
  );

  it.each<[Readonly<Record<string, string>>, string, string]>([
    [{ SKILLSCOPE_ENCODER: 'bert' }, 'model-missing', 'SKILLSCOPE_ENCODER is "bert"'],
    [{ SKILLSCOPE_ENCODER: 'minilm' }, 'model-missing', 'SKILLSCOPE_MODELS is no absolute path of a directory'],
    // A project could hold such a directory, and an engine in it.
    [
      { SKILLSCOPE_ENCODER: 'minilm', SKILLSCOPE_MODELS: 'models' },
      'model-missing',
      'SKILLSCOPE_MODELS is no absolute path of a directory',
    ],
    [
      { SKILLSCOPE_ENCODER: 'minilm', SKILLSCOPE_MODELS: '/nowhere' },
      'model-missing',
      'The model file is not there: /nowhere/minilm-l6-v2-int8.onnx',
    ],
    [ENDPOINT, 'model-missing', 'SKILLSCOPE_ENDPOINT_URL is not set'],
    [
      { ...ENDPOINT, SKILLSCOPE_ENDPOINT_URL: 'http://localhost:1' },
      'model-missing',
      'SKILLSCOPE_ENDPOINT_MODEL is not set',
    ],
    [
      { ...ENDPOINT, SKILLSCOPE_ENDPOINT_URL: 'file:///etc/passwd', SKILLSCOPE_ENDPOINT_MODEL: 'm' },
      'usage',
      'The address of the embedding endpoint is no http address without a password',
    ],
  ])('says what is wrong with %o', async (environment, code, message) => {
    await expect(Promise.resolve().then(chooseEncoder(environment).open)).rejects.toMatchObject({ code, message });
  });
});
