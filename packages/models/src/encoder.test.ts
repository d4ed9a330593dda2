import { describe, expect, it } from 'vitest';
import { type EncoderIdentity, encoderKey, requireSameEncoder } from './encoder.ts';

const IDENTITY: EncoderIdentity = {
  id: 'toy',
  revision: 'a1',
  dimension: 8,
  prefixes: { query: 'query: ', document: '' },
  normalised: true,
};

describe('encoderKey', () => {
  it('is the whole identity as one string', () => {
    expect(encoderKey(IDENTITY)).toBe('["toy","a1",8,"unit","query: ",""]');
  });

  it.each<[string, Partial<EncoderIdentity>]>([
    ['id', { id: 'toy2' }],
    ['revision', { revision: 'a2' }],
    ['dimension', { dimension: 16 }],
    ['prefix of queries', { prefixes: { query: '', document: '' } }],
    ['prefix of documents', { prefixes: { query: 'query: ', document: 'passage: ' } }],
    ['length', { normalised: false }],
    ['id that imitates another identity', { id: 'toy","a1",8,"unit","query: ' }],
  ])('differs with the %s, and such vectors are refused', (_, change) => {
    const expected = encoderKey(IDENTITY);
    const actual = encoderKey({ ...IDENTITY, ...change });
    expect(() => requireSameEncoder(expected, actual)).toThrow(expect.objectContaining({ code: 'model-mismatch' }));
  });

  it('lets vectors of one encoder pass, whatever engine made them', () => {
    const keys = ['onnxruntime-node', 'onnxruntime-web'].map((engine) => encoderKey({ ...IDENTITY, ...{ engine } }));
    expect(() => requireSameEncoder(keys[0] ?? '', keys[1] ?? 'none')).not.toThrow();
  });
});
