import { concat, encodeLatin1, uint16BE } from '@bakkum/bytes/bytes';
import type { HuffmanTable } from './huffman.ts';
import type { Steps } from './quantization.ts';
import type { Codes } from './write-tokens.ts';

/** Number of luma samples for each chroma sample, across and down. An MCU has as many luma blocks. */
export type Sampling = { readonly across: 1 | 2; readonly down: 1 | 2 };

type Size = { readonly width: number; readonly height: number };

export const END_OF_IMAGE = Uint8Array.of(0xff, 0xd9);

/** Returns everything before the scan: JFIF without a density, tables, frame header, scan header. */
export function headerOf(
  { width, height }: Size,
  { across, down }: Sampling,
  tables: readonly [Steps, Steps],
  codes: readonly [Codes, Codes],
): Uint8Array {
  return concat([
    [0xff, 0xd8],
    segment(0xe0, encodeLatin1('JFIF\0'), [1, 1, 0, 0, 1, 0, 1, 0, 0]),
    segment(0xdb, ...tables.flatMap((steps, index) => [[index], steps])),
    segment(0xc0, [8], uint16BE(height), uint16BE(width), [3, 1, (across << 4) | down, 0, 2, 0x11, 1, 3, 0x11, 1]),
    segment(0xc4, ...codes.flatMap(({ dc, ac }, index) => [...codesOf(index, dc), ...codesOf(0x10 | index, ac)])),
    segment(0xda, [3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0]),
  ]);
}

const codesOf = (id: number, { counts, symbols }: HuffmanTable) => [[id], counts, symbols] as const;

function segment(marker: number, ...parts: readonly ArrayLike<number>[]): Uint8Array {
  const content = concat(parts);
  return concat([[0xff, marker], uint16BE(content.length + 2), content]);
}
