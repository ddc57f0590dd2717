import { describe, expect, it } from 'vitest';
import { cancellationViolations, conversionViolations, manifestViolations, type Subject } from './contract-suite.ts';
import type { ConvertRequest, Engine, EngineManifest } from './engine.ts';
import { ConversionError } from './errors.ts';

const manifest: EngineManifest = {
  id: 'copier',
  tier: 'core',
  license: 'MIT',
  downloadBytes: 0,
  requires: [],
  memory: { baseBytes: 0, perInputByte: 1 },
  assets: {},
  conversions: [{ from: ['a'], to: ['b'], fidelity: 'lossless', cost: 1 }],
};
const request = (): ConvertRequest => ({ inputs: [new Blob(['a'])], from: 'a', to: 'b', options: {} });
const file = new Blob(['b'], { type: 'text/b' });

function subjectOf(convert: Engine['convert']): Subject {
  const nothing = () => Promise.reject(new RangeError('no assets'));
  return { engine: { convert }, context: { lanes: 1, bytes: nothing, wasm: nothing, url: () => '', openOutput: nothing } };
}

const breachesOf = async (convert: Engine['convert']) => (await conversionViolations(subjectOf(convert), request())).breaches;

describe('contract suite', () => {
  it('accepts an engine that follows the contract', async () => {
    const keeps: Engine['convert'] = async (_, { signal, onProgress }) => {
      signal.throwIfAborted();
      for (const fraction of [0, 0.5, 0.5, 1]) onProgress(fraction);
      return { outputs: [{ content: file }], warnings: [] };
    };
    expect(await breachesOf(keeps)).toEqual([]);
    expect(await cancellationViolations(subjectOf(keeps), request())).toEqual([]);
    expect(manifestViolations(manifest)).toEqual([]);
  });

  it.each<[string, Engine['convert']]>([
    ['an empty file', async () => ({ outputs: [{ content: new Blob([], { type: 'text/b' }) }], warnings: [] })],
    ['a media type', async () => ({ outputs: [{ content: new Blob(['b']) }], warnings: [] })],
    ['labels are not distinct', async () => ({ outputs: [{ content: file }, { content: file }], warnings: [] })],
    ['corrupt', () => Promise.reject(new ConversionError('corrupt', 'refused'))],
    ['untyped', () => Promise.reject(new Error('surprise'))],
    [
      'progress fell',
      async (_, { onProgress }) => {
        for (const fraction of [0.5, 0.2]) onProgress(fraction);
        return { outputs: [{ content: file }], warnings: [] };
      },
    ],
    [
      'untyped',
      async ({ options }) => {
        Object.assign(options, { quality: 1 });
        return { outputs: [{ content: file }], warnings: [] };
      },
    ],
  ])('reports: %s', async (expected, convert) => {
    expect(await breachesOf(convert)).toEqual([expect.stringContaining(expected)]);
  });

  it('reports an engine that continues after a cancel', async () => {
    const convert: Engine['convert'] = async () => ({ outputs: [{ content: file }], warnings: [] });
    expect(await cancellationViolations(subjectOf(convert), request())).toEqual(['converted although it was cancelled before']);
  });

  it('checks the numbers and options of a manifest', () => {
    const options = { depth: { kind: 'choice', values: ['8', '16'], default: '12' } } as const;
    const [conversion] = manifest.conversions;
    const wrong = {
      ...manifest,
      downloadBytes: Number.NaN,
      conversions: [{ ...conversion, cost: 0, options }],
    };
    expect(manifestViolations(wrong as EngineManifest)).toHaveLength(3);
  });
});
