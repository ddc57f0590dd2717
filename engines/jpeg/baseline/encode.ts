/**
 * A JPEG encoder for the baseline process (ITU-T T.81) with optimized Huffman codes, in JavaScript. README.md compares it with MozJPEG.
 */
import { type Bytes, concat } from '@bakkum/bytes/bytes';
import type { Pixels } from '@bakkum/raster/raster';
import { quantizationFactors, transformBlock } from './forward-dct.ts';
import { END_OF_IMAGE, headerOf, type Sampling } from './header.ts';
import { huffmanTable } from './huffman.ts';
import { quantizationTables } from './quantization.ts';
import { copyBlock, fillStrip, halvePlane, newStrip } from './strip.ts';
import {
  addEmptyBlock,
  addTokens,
  hasRoom,
  newChunk,
  newQuantizer,
  newStatistics,
  type Quantizer,
  type Statistics,
  type TokenChunk,
} from './tokens.ts';
import { type Codes, writeTokens } from './write-tokens.ts';

type Pixels8 = Extract<Pixels, { depth: 8 }>;

/** Chroma has full resolution from quality 90 on, half the columns from 80 on, and else half the columns and rows, as in MozJPEG. */
function samplingFor(quality: number): Sampling {
  return { across: quality >= 90 ? 1 : 2, down: quality >= 80 ? 1 : 2 };
}

/**
 * Encodes the colors of opaque pixels.
 * @param quality 1 to 100
 * @param pause called between rows and throws to cancel
 */
export async function encodeBaseline(pixels: Pixels8, quality: number, pause: () => Promise<void> | undefined): Promise<Bytes> {
  const tables = quantizationTables(quality);
  const sampling = samplingFor(quality);
  const [luma, chroma] = [newStatistics(), newStatistics()];
  const [lumaFactors, chromaFactors] = [quantizationFactors(tables[0]), quantizationFactors(tables[1])];
  const quantizers = [
    newQuantizer(lumaFactors, luma),
    newQuantizer(chromaFactors, chroma),
    newQuantizer(chromaFactors, chroma),
  ] as const;
  const chunks = await tokensOf(pixels, sampling, quantizers, pause);
  const codes: readonly [Codes, Codes] = [codesFor(luma), codesFor(chroma)];
  const lumaBlocks = Array.from({ length: sampling.across * sampling.down }, () => codes[0]);
  const scan = await writeTokens(chunks, [...lumaBlocks, codes[1], codes[1]], pause);
  return concat([headerOf(pixels, sampling, tables, codes), scan, END_OF_IMAGE]);
}

const codesFor = ({ dc, ac }: Statistics): Codes => ({ dc: huffmanTable(dc), ac: huffmanTable(ac) });

type Quantizers = readonly [Quantizer, Quantizer, Quantizer];

async function tokensOf(
  pixels: Pixels8,
  { across, down }: Sampling,
  quantizers: Quantizers,
  pause: () => Promise<void> | undefined,
): Promise<readonly TokenChunk[]> {
  const mcus = Math.ceil(pixels.width / (8 * across));
  const strip = newStrip(mcus * 8 * across, 8 * down);
  const [luma, blue, red] = strip.planes;
  const halved = across === 2 ? ([new Int16Array(mcus * 64), new Int16Array(mcus * 64)] as const) : undefined;
  const components: readonly Component[] = [
    { plane: luma, width: strip.width, columns: Math.ceil(pixels.width / 8), across, down, quantizer: quantizers[0] },
    { plane: halved?.[0] ?? blue, width: mcus * 8, columns: mcus, across: 1, down: 1, quantizer: quantizers[1] },
    { plane: halved?.[1] ?? red, width: mcus * 8, columns: mcus, across: 1, down: 1, quantizer: quantizers[2] },
  ];
  const block = new Float64Array(64);
  const chunks = [newChunk()];
  for (let row = 0; row < pixels.height; row += strip.rows) {
    fillStrip(strip, pixels, row);
    if (halved) for (const [index, plane] of [blue, red].entries()) halvePlane(plane, strip, down, halved[index] ?? plane);
    const rows = Math.ceil((pixels.height - row) / 8);
    for (let mcu = 0; mcu < mcus; mcu += 1) {
      let chunk = chunks.at(-1);
      if (!chunk || !hasRoom(chunk, across * down + 2)) chunks.push((chunk = newChunk()));
      for (const component of components) addBlocks(chunk, component, mcu, rows, block);
    }
    await pause();
  }
  return chunks;
}

/** A component of a strip. `columns` counts its blocks that contain a part of the image. */
type Component = Sampling & {
  readonly plane: Int16Array;
  readonly width: number;
  readonly columns: number;
  readonly quantizer: Quantizer;
};

/**
 * Appends the blocks of a component in an MCU. Those outside the image cost as few bits as possible.
 * @param rows luma blocks from the top of the strip to the end of the image
 */
function addBlocks(chunk: TokenChunk, component: Component, mcu: number, rows: number, block: Float64Array): void {
  const { plane, width, columns, across, down, quantizer } = component;
  for (let row = 0; row < down; row += 1)
    for (let column = 0; column < across; column += 1) {
      const at = mcu * across + column;
      if (at >= columns || row >= rows) {
        addEmptyBlock(chunk, quantizer);
        continue;
      }
      const squares = copyBlock(plane, (row * width + at) * 8, width, block);
      transformBlock(block);
      const sum = block[0] ?? 0;
      addTokens(chunk, quantizer, block, (squares - (sum * sum) / 64) / 63);
    }
}
