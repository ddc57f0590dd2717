import type { Conversion, EngineManifest } from '@bakkum/conversion/engine';
import type { Fidelity } from '@bakkum/conversion/fidelity';
import { DATA } from '@bakkum/data-tree/tree';
import { DIALECTS, PLAIN, RICH, TABLES } from './kinds.ts';
import { optionsFor } from './options.ts';

const IDS: readonly string[] = [...RICH, ...PLAIN, ...TABLES];
const READ: readonly string[] = [...IDS, ...DIALECTS];

/** JSON formats hold the same values; trees lose nothing of strings and tables. */
function fidelityOf(from: string, to: string): Fidelity {
  const isJson = (id: string): boolean => ['json', 'jsonc', 'json5'].includes(id);
  if (isJson(from) && (isJson(to) || to === 'yaml')) return 'lossless';
  return from === 'ndjson' && (isJson(to) || to === 'yaml') ? 'lossless' : 'lossy';
}

function conversionsTo(to: string): readonly Conversion[] {
  const rows = Map.groupBy(
    READ.filter((from) => from !== to && !(TABLES.has(from) && TABLES.has(to))),
    (from) => JSON.stringify([fidelityOf(from, to), optionsFor(from, to)]),
  );
  return [...rows.values()].map((from): Conversion => {
    const [first = ''] = from;
    return { from, to: [to], fidelity: fidelityOf(first, to), cost: 1, options: optionsFor(first, to) };
  });
}

/** Conversions into the forms other engines write tables from, and out of the forms they read. */
function intoData(): readonly Conversion[] {
  return READ.map((from) => ({ from: [from], to: [DATA], fidelity: 'lossless', cost: 1, options: optionsFor(from, DATA) }));
}

function outOfData(): readonly Conversion[] {
  return IDS.map((to) => ({ from: [DATA], to: [to], fidelity: fidelityOf('json', to), cost: 1, options: optionsFor(DATA, to) }));
}

export const manifest: EngineManifest = {
  id: 'data',
  tier: 'core',
  license: 'ISC AND BSD-3-Clause AND MIT',
  program: { name: 'yaml, smol-toml, TOON, cbor2', version: '2.9.1, 1.9.1, 4.4.0, 2.3.0', homepage: 'https://eemeli.org/yaml' },
  downloadBytes: 56_000,
  requires: [],
  memory: { baseBytes: 32 * 1024 * 1024, perInputByte: 30 },
  assets: {},
  conversions: [...IDS.flatMap(conversionsTo), ...intoData(), ...outOfData()],
};
