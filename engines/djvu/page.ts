import { viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { unpackBzz } from './bzz.ts';
import type { Chunk } from './chunks.ts';
import { orCorrupt } from './damage.ts';
import type { DjvuDocument } from './document.ts';
import { type Marks, readMarks, readShapes, type Shape } from './jb2.ts';
import { type ColourPicture, createWaveletPicture, type WaveletPicture } from './wavelet-picture.ts';

/** Layers of a page: background below, ink above, each with its colours. */
export type Page = {
  readonly width: number;
  readonly height: number;
  /** Dots per inch. */
  readonly dpi: number;
  /** Quarter turns counterclockwise for display. */
  readonly turns: number;
  readonly paper: ColourPicture | undefined;
  readonly marks: Marks | undefined;
  /** Colours of the ink as a low-resolution image. */
  readonly ink: ColourPicture | undefined;
  /** Colours of the ink by mark. */
  readonly palette: Palette | undefined;
  /** The unpacked text chunk. */
  readonly text: Uint8Array | undefined;
};

export type Palette = { readonly colours: Uint8Array; colourOf(mark: number): number };

type Info = Pick<Page, 'width' | 'height' | 'dpi' | 'turns'>;

const USUAL_DPI = 300;
const TURNS: Readonly<Record<number, number>> = { 1: 0, 6: 1, 2: 2, 5: 3 };
/** Unsupported layers: JPEG and fax images. */
const FOREIGN: ReadonlySet<string> = new Set(['BGjp', 'FGjp', 'Smmr']);
const MAX_DEPTH = 4;

/** Errors: `corrupt`, `unsupported-feature`. */
export function readPage(chunks: readonly Chunk[], document: DjvuDocument): Page {
  const foreign = chunks.find(({ id }) => FOREIGN.has(id));
  if (foreign) throw new ConversionError('unsupported-feature', `a layer of kind ${foreign.id}`);
  return orCorrupt(() => layersOf(chunks, document));
}

function layersOf(chunks: readonly Chunk[], document: DjvuDocument): Page {
  const all = withIncluded(chunks, document, 0);
  const data = (id: string): Uint8Array | undefined => all.find((chunk) => chunk.id === id)?.data;
  const paper = pictureOf(all, ['BG44', 'PM44', 'BM44']);
  const shapes = all
    .filter(({ id }) => id === 'Djbz')
    .reduce<readonly Shape[]>((known, chunk) => readShapes(chunk.data, known), []);
  const stencil = data('Sjbz');
  const marks = stencil && readMarks(stencil, shapes);
  const info = infoOf(data('INFO')) ?? sizeOf(paper, marks);
  if (!info) throw new ConversionError('corrupt', 'a page without a size');
  const colours = data('FGbz');
  return {
    ...info,
    paper,
    marks,
    ink: pictureOf(all, ['FG44']),
    palette: colours && paletteOf(colours),
    text: textOf(all),
  };
}

function textOf(chunks: readonly Chunk[]): Uint8Array | undefined {
  const packed = chunks.find(({ id }) => id === 'TXTz');
  return packed ? unpackBzz(packed.data) : chunks.find(({ id }) => id === 'TXTa')?.data;
}

/** Reads and unpacks only the text chunk of a page. Errors: `corrupt`. */
export function readPageText(chunks: readonly Chunk[], document: DjvuDocument): Uint8Array | undefined {
  return orCorrupt(() => textOf(withIncluded(chunks, document, 0)));
}

function withIncluded(chunks: readonly Chunk[], document: DjvuDocument, depth: number): readonly Chunk[] {
  return chunks.flatMap((chunk) => {
    if (chunk.id !== 'INCL' || depth > MAX_DEPTH) return [chunk];
    const name = new TextDecoder().decode(chunk.data).trim();
    return withIncluded(document.included(name), document, depth + 1);
  });
}

function pictureOf(chunks: readonly Chunk[], ids: readonly string[]): ColourPicture | undefined {
  let picture: WaveletPicture | undefined;
  for (const { id, data } of chunks) {
    if (!ids.includes(id)) continue;
    picture ??= createWaveletPicture();
    picture.addChunk(data);
  }
  return picture?.picture();
}

function infoOf(data: Uint8Array | undefined): Info | undefined {
  if (!data || data.length < 4) return undefined;
  const view = viewOf(data);
  const dpi = data.length >= 8 ? view.getUint16(6, true) : 0;
  const turns = data.length >= 10 ? (TURNS[view.getUint8(9) & 7] ?? 0) : 0;
  return { width: view.getUint16(0), height: view.getUint16(2), dpi: dpi >= 25 && dpi <= 6000 ? dpi : USUAL_DPI, turns };
}

function sizeOf(paper: ColourPicture | undefined, marks: Marks | undefined): Info | undefined {
  const size = paper ?? marks;
  return size && { width: size.width, height: size.height, dpi: paper ? 100 : USUAL_DPI, turns: 0 };
}

const HAS_INDEX = 0x80;

/** Reads blue, green and red of each colour, then the colour index of each mark (DjVu 3 specification, 8.3.10). */
function paletteOf(data: Uint8Array): Palette {
  const view = viewOf(data);
  const count = view.getUint16(1);
  const colours = new Uint8Array(count * 3);
  for (let index = 0; index < count; index += 1)
    colours.set([...data.subarray(3 + index * 3, 6 + index * 3)].reverse(), index * 3);
  const start = 3 + count * 3;
  if ((view.getUint8(0) & HAS_INDEX) === 0) return { colours, colourOf: (mark) => Math.min(mark, count - 1) };
  const places = unpackBzz(data.subarray(start + 3));
  const place = viewOf(places);
  return { colours, colourOf: (mark) => (mark * 2 + 2 <= places.length ? Math.min(place.getUint16(mark * 2), count - 1) : 0) };
}
