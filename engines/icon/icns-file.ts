import { concat, encodeLatin1, uint32BE } from '@bakkum/bytes/bytes';
import { encodePng } from '@bakkum/raster/png-file';
import type { Pixels8 } from './entry.ts';
import { ICNS_HEADER } from './icns.ts';
import { packRuns } from './run-lengths.ts';

/**
 * Elements macOS looks up by side: the icon of that size, then the one of half the size for high-density screens. macOS reads the
 * two smallest only as packed channels.
 */
const ELEMENTS: Readonly<Record<number, readonly string[]>> = {
  16: ['ic04'],
  32: ['ic05', 'ic11'],
  64: ['ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
};
const PACKED: ReadonlySet<string> = new Set(['ic04', 'ic05']);

/** Writes an ICNS file of square images with sides in the table above; others are skipped. */
export async function icnsFile(pictures: readonly Pixels8[], signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const elements: Uint8Array[] = [];
  for (const pixels of pictures) {
    const names = ELEMENTS[pixels.width] ?? [];
    const png = names.some((name) => !PACKED.has(name)) ? await encodePng(pixels, signal) : new Uint8Array();
    elements.push(...names.map((name) => element(name, PACKED.has(name) ? packedChannels(pixels) : png)));
  }
  return element('icns', concat(elements));
}

function element(name: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  return concat([encodeLatin1(name), uint32BE(data.length + ICNS_HEADER), data]);
}

function packedChannels({ data }: Pixels8): Uint8Array {
  const channel = (first: number): Uint8Array => packRuns(data.filter((_, at) => at % 4 === first));
  return concat([encodeLatin1('ARGB'), channel(3), channel(0), channel(1), channel(2)]);
}
