import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadOnnxEngine } from './engine.ts';
import { MINI_LM_FILE, openMiniLm } from './open-mini-lm.ts';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'mini-lm-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

describe('openMiniLm', () => {
  it('says which file is not there, and what to do', async () => {
    await expect(openMiniLm({ directory })).rejects.toMatchObject({
      code: 'model-missing',
      message: `The model file is not there: ${join(directory, 'minilm-l6-v2-int8.onnx')}`,
      hint: expect.stringContaining('or use the built-in table'),
    });
  });

  it('runs no file but the one it expects', async () => {
    writeFileSync(join(directory, MINI_LM_FILE.name), 'something else');
    await expect(openMiniLm({ directory })).rejects.toMatchObject({
      code: 'model-damaged',
      message: expect.stringContaining('has 14 bytes and SHA-256'),
    });
  });
});

describe('loadOnnxEngine', () => {
  it('takes the one that runs everywhere where the native one is not installed', async () => {
    expect((await loadOnnxEngine(directory)).name).toBe('onnxruntime-web');
  });

  it('finds the native one beside the model', async () => {
    const installed = join(directory, 'node_modules/onnxruntime-node');
    mkdirSync(installed, { recursive: true });
    writeFileSync(join(installed, 'index.js'), 'module.exports = { env: {}, InferenceSession: {}, Tensor: class {} };');
    expect((await loadOnnxEngine(directory)).name).toBe('onnxruntime-node');
  });

  it('passes over one that does not start', async () => {
    const installed = join(directory, 'node_modules/onnxruntime-node');
    mkdirSync(installed, { recursive: true });
    writeFileSync(join(installed, 'index.js'), 'throw new Error("wrong libc");');
    expect((await loadOnnxEngine(directory)).name).toBe('onnxruntime-web');
    await expect(loadOnnxEngine(directory, ['onnxruntime-node'])).rejects.toMatchObject({
      code: 'model-missing',
      message: expect.stringContaining('onnxruntime-node: wrong libc'),
      hint: `Install onnxruntime-web (or onnxruntime-node) beside skillscope or in ${directory}.`,
    });
  });
});
