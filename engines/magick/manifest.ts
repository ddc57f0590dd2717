import type { Conversion, EngineManifest } from '@bakkum/conversion/engine';
import { optionsFor } from './options.ts';
import { FALLBACK_READERS, RAW_READERS, READERS, type Reader } from './readers.ts';
import { FALLBACK_WRITERS, WRITERS, type Writer } from './writers.ts';

const COST = 8;
/** Ranks after every other engine that can do the same. */
const LAST_RESORT_COST = 20;
/** Its JPEG XL is forty times slower than the others. */
const JXL_COST = 40;

export const manifest: EngineManifest = {
  id: 'magick',
  tier: 'core',
  license: 'Apache-2.0',
  program: { name: 'ImageMagick (magick-wasm)', version: '0.0.43', homepage: 'https://github.com/dlemstra/magick-wasm' },
  downloadBytes: 4_700_000,
  requires: [],
  memory: { baseBytes: 192 * 1024 * 1024, perInputByte: 24 },
  assets: { library: '@imagemagick/magick-wasm/dist/x86/magick.wasm' },
  conversions: [
    ...decoding(READERS, COST),
    ...decoding(RAW_READERS, COST),
    ...decoding(withoutJxl(FALLBACK_READERS), LAST_RESORT_COST),
    { from: ['jxl'], to: ['raster'], fidelity: 'lossless', cost: JXL_COST },
    ...encoding(WRITERS, COST),
    ...encoding(FALLBACK_WRITERS, LAST_RESORT_COST),
  ],
};

function decoding(readers: Readonly<Record<string, Reader>>, cost: number): readonly Conversion[] {
  const faithful = Object.keys(readers).filter((format) => !readers[format]?.deep);
  const reduced = Object.keys(readers).filter((format) => readers[format]?.deep);
  return [
    { from: faithful, to: ['raster'], fidelity: 'lossless' as const, cost },
    { from: reduced, to: ['raster'], fidelity: 'lossy' as const, cost },
  ].filter(({ from }) => from.length > 0);
}

function encoding(writers: Readonly<Record<string, Writer>>, cost: number): readonly Conversion[] {
  return Object.entries(writers).map(([format, writer]) => ({
    from: ['raster'],
    to: [format],
    fidelity: writer.lossy || writer.colours ? ('lossy' as const) : ('lossless' as const),
    cost,
    options: optionsFor(writer),
  }));
}

function withoutJxl(readers: Readonly<Record<string, Reader>>): Readonly<Record<string, Reader>> {
  const { jxl: _, ...others } = readers;
  return others;
}
