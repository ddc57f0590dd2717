import { startsWith, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { unpackBzz } from './bzz.ts';
import { type Chunk, chunkAt, chunksIn } from './chunks.ts';
import { orCorrupt } from './damage.ts';

/** Pages of a document as lists of chunks, and the shared components they include by name. */
export type DjvuDocument = { readonly pages: readonly (readonly Chunk[])[]; included(name: string): readonly Chunk[] };

const PAGE_FORMS: ReadonlySet<string> = new Set(['FORM:DJVU', 'FORM:PM44', 'FORM:BM44']);
const BUNDLED = 0x80;
const HAS_NAME = 0x80;
const HAS_TITLE = 0x40;
const KIND = 0x3f;
const PAGE_KIND = 1;

/** Errors: `corrupt`; `unsupported-feature` for an index of pages stored in other files. */
export function openDocument(file: Uint8Array): DjvuDocument {
  // Many writers put a four-character mark at the start.
  const start = startsWith(file, 'AT&T') ? 4 : 0;
  const whole = start + 8 <= file.length ? chunkAt(file, start) : undefined;
  if (!whole) throw new ConversionError('corrupt', 'no form, or one cut off');
  if (PAGE_FORMS.has(whole.id)) return { pages: [pageOf(whole)], included: () => [] };
  if (whole.id !== 'FORM:DJVM') throw new ConversionError('corrupt', `a form of kind ${whole.id}`);
  const directory = [...chunksIn(whole.data)].find(({ id }) => id === 'DIRM')?.data;
  if (!directory) throw new ConversionError('corrupt', 'no directory');
  return bundled(file, directory);
}

/** A bare image is a page with nothing else. */
function pageOf({ id, data }: Chunk): readonly Chunk[] {
  return id === 'FORM:DJVU' ? [...chunksIn(data)] : [{ id: 'INFO', data: new Uint8Array() }, ...chunksIn(data)];
}

type Entry = { readonly isPage: boolean; readonly name: string; readonly offset: number };

function bundled(file: Uint8Array, directory: Uint8Array): DjvuDocument {
  const entries = readDirectory(directory);
  const chunksOf = ({ name, offset }: Entry): readonly Chunk[] => {
    const chunk = offset + 8 <= file.length ? chunkAt(file, offset) : undefined;
    if (!chunk) throw new ConversionError('corrupt', `no ${name}`);
    return PAGE_FORMS.has(chunk.id) ? pageOf(chunk) : [...chunksIn(chunk.data)];
  };
  const pages = entries.filter(({ isPage }) => isPage).map(chunksOf);
  if (pages.length === 0) throw new ConversionError('corrupt', 'no pages');
  return {
    pages,
    included: (name) => {
      const entry = entries.find((one) => one.name === name);
      return entry ? chunksOf(entry) : [];
    },
  };
}

/** Reads the directory (DjVu 3 specification, 8.3.2): plain offsets, then sizes, kinds and names packed together. */
function readDirectory(data: Uint8Array): readonly Entry[] {
  const view = viewOf(data);
  if (data.length < 3) throw new ConversionError('corrupt', 'the directory is cut off');
  if ((view.getUint8(0) & BUNDLED) === 0) throw new ConversionError('unsupported-feature', 'its pages are stored in other files');
  const count = view.getUint16(1);
  if (data.length < 3 + count * 4) throw new ConversionError('corrupt', 'the directory is cut off');
  const packed = orCorrupt(() => unpackBzz(data.subarray(3 + count * 4)));
  const kinds = packed.subarray(count * 3, count * 4);
  let at = count * 4;
  const text = (): string => {
    const end = packed.indexOf(0, at);
    const words = new TextDecoder().decode(packed.subarray(at, end < 0 ? packed.length : end));
    at = end < 0 ? packed.length : end + 1;
    return words;
  };
  return Array.from(kinds, (kind, index) => {
    const name = text();
    if ((kind & HAS_NAME) !== 0) text();
    if ((kind & HAS_TITLE) !== 0) text();
    return { isPage: (kind & KIND) === PAGE_KIND, name, offset: view.getUint32(3 + index * 4) };
  });
}
