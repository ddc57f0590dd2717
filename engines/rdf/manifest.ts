import type { EngineManifest } from '@bakkum/conversion/engine';
import { GRAPHS, TRIPLES } from './kinds.ts';

export const manifest: EngineManifest = {
  id: 'rdf',
  tier: 'long-tail',
  license: 'MIT',
  program: { name: 'N3.js, rdfxml-streaming-parser', version: '2.13.12, 3.3.0', homepage: 'https://github.com/rdfjs/N3.js' },
  downloadBytes: 66_000,
  requires: [],
  memory: { baseBytes: 32 * 1024 * 1024, perInputByte: 40 },
  assets: {},
  conversions: [
    { from: TRIPLES, to: [...TRIPLES, ...GRAPHS], fidelity: 'lossless', cost: 1 },
    { from: GRAPHS, to: GRAPHS, fidelity: 'lossless', cost: 1 },
    { from: ['rdfxml'], to: [...TRIPLES, ...GRAPHS], fidelity: 'lossless', cost: 1 },
    { from: GRAPHS, to: TRIPLES, fidelity: 'lossy', cost: 1 },
  ],
};
