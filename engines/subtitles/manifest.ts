import type { Conversion, EngineManifest } from '@bakkum/conversion/engine';
import { optionsFor } from './options.ts';

const FORMATS = ['srt', 'vtt', 'ass', 'ssa', 'smi', 'ttml', 'microdvd', 'sbv', 'subviewer', 'mpl2', 'lrc'] as const;

/** Sources with the same options for a target share a row. */
function conversionsTo(to: string): readonly Conversion[] {
  const rows = [FORMATS.filter((from) => from !== 'smi'), ['smi'] as const];
  return rows.map((from): Conversion => {
    const common = { from, to: [to], cost: 1, options: optionsFor(from[0] ?? '', to) };
    return to === 'txt' ? { ...common, fidelity: 'text-only' } : { ...common, fidelity: 'lossy', sameFormat: true };
  });
}

export const manifest: EngineManifest = {
  id: 'subtitles',
  tier: 'core',
  license: 'Apache-2.0',
  downloadBytes: 9000,
  requires: [],
  memory: { baseBytes: 16 * 1024 * 1024, perInputByte: 20 },
  assets: {},
  conversions: [...FORMATS, 'txt'].flatMap(conversionsTo),
};
