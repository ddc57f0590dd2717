import { inflateStart } from '@bakkum/bytes/streams';
import type { EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { startJpegReader } from './jpeg.ts';
import { expandLzw } from './lzw.ts';
import { expandPackBits } from './pack-bits.ts';
import type { Page } from './page.ts';
import { bytesNeeded, emptySamples, type Samples, type Shape, toSamples } from './samples.ts';
import { COMPRESSION } from './tags.ts';

/** Reads strip or tile `index` with the given shape. */
export type BlockReader = (index: number, shape: Shape) => Promise<Samples>;

type Expand = (block: Uint8Array<ArrayBuffer>, size: number) => Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>;

/** Damaged data is decoded up to the damage; padding and bombs are never read. */
const expandDeflate: Expand = (block, size) => inflateStart(block, 'deflate', size);

const EXPAND: ReadonlyMap<number, Expand> = new Map<number, Expand>([
  [COMPRESSION.none, (block, size) => block.subarray(0, size)],
  [COMPRESSION.lzw, expandLzw],
  [COMPRESSION.deflate, expandDeflate],
  [COMPRESSION.oldDeflate, expandDeflate],
  [COMPRESSION.packBits, expandPackBits],
]);

export function isReadable(compression: number): boolean {
  return compression === COMPRESSION.jpeg || EXPAND.has(compression);
}

/** Truncated blocks are `corrupt`, so that another engine may show the available part. */
export async function startBlockReader(bytes: Uint8Array<ArrayBuffer>, page: Page, context: EngineContext): Promise<BlockReader> {
  if (page.compression === COMPRESSION.jpeg) {
    const read = await startJpegReader(page, context);
    return async (index, { width, height }) => read(storedBlock(bytes, page, index), width, height);
  }
  const expand = EXPAND.get(page.compression);
  if (!expand) throw new ConversionError('unsupported-feature', `TIFF compression ${page.compression}`);
  return async (index, shape) => {
    // Maps and scans omit empty blocks.
    if (page.blocks.byteCounts[index] === 0) return emptySamples(shape, page.bits);
    const stored = storedBlock(bytes, page, index);
    const size = bytesNeeded(shape, page.bits);
    const expanded = await expand(page.reversedBits ? stored.map(reversed) : stored, size);
    if (expanded.length < size) throw new ConversionError('corrupt', `block ${index}: ${expanded.length} of ${size} bytes`);
    return toSamples(expanded, shape, page);
  };
}

/** Without a byte count a block may extend to the end of the file. */
function storedBlock(bytes: Uint8Array<ArrayBuffer>, { blocks }: Page, index: number): Uint8Array<ArrayBuffer> {
  const start = blocks.offsets[index] ?? 0;
  return bytes.subarray(start, start + (blocks.byteCounts[index] ?? bytes.length));
}

const REVERSED = Uint8Array.from({ length: 256 }, (_, byte) => {
  let turned = 0;
  for (let bit = 0; bit < 8; bit += 1) turned |= ((byte >> bit) & 1) << (7 - bit);
  return turned;
});

function reversed(byte: number): number {
  return REVERSED[byte] ?? 0;
}
