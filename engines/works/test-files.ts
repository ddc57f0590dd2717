import { compoundOf } from '@bakkum/document-office/test-compound-file';

/** Builds test files of the two formats from their known structure, because no other writer exists. */

const PAGE = 128;
const words = (...values: readonly number[]) => Buffer.from(Uint16Array.from(values, (value) => value & 0xffff).buffer);
const places = (...values: readonly number[]) => Buffer.from(Uint32Array.from(values).buffer);
const padded = (bytes: Uint8Array) => Buffer.concat([bytes, Buffer.alloc((PAGE - (bytes.length % PAGE)) % PAGE)]);

export type Piece = { readonly text: string; readonly properties: readonly number[] };

const lengthOf = (bytes: readonly Buffer[]) => bytes.reduce((sum, { length }) => sum + length, 0);

/** A page that formats contiguous ranges starting at `from`. `paired` as in `stretchesOn`. */
function pageOf(
  from: number,
  pieces: readonly { readonly length: number; readonly properties: readonly number[] }[],
  paired: boolean,
) {
  const page = Buffer.alloc(PAGE);
  let at = from;
  const ends = pieces.map(({ length }) => (at += length));
  let free = PAGE - 1;
  const offsets = pieces.map(({ properties }) => {
    if (properties.length === 0) return 0;
    free -= properties.length + 1;
    page.set([properties.length, ...properties], free);
    return free;
  });
  places(from).copy(page);
  for (const [index, end] of ends.entries()) {
    places(end).copy(page, 4 + index * (paired ? 6 : 4));
    const offset = offsets[index] ?? 0;
    if (paired) words(offset === 0 ? 0xffff : offset - 4).copy(page, 8 + index * 6);
    else page[4 + ends.length * 4 + index] = offset;
  }
  page[PAGE - 1] = pieces.length;
  return page;
}

type Contents = {
  readonly looks: readonly Piece[];
  readonly shapes: readonly Piece[];
  readonly encode: (text: string) => Buffer;
};

/** Windows Write: Arial on Letter paper with one-inch margins. */
export function writeFile({ looks, shapes, encode }: Contents): Uint8Array<ArrayBuffer> {
  const text = Buffer.concat(looks.map((piece) => encode(piece.text)));
  const pages = 1 + Math.ceil(text.length / PAGE);
  const measured = (pieces: readonly Piece[]) =>
    pieces.map((piece) => ({ length: encode(piece.text).length, properties: piece.properties }));
  const header = Buffer.alloc(PAGE);
  words(0xbe31, 0, 0xab00).copy(header);
  places(PAGE + text.length).copy(header, 14);
  const section = pages + 2;
  words(pages + 1, section, section, section + 1, section + 1, section + 1).copy(header, 18);
  words(section + 2).copy(header, 96);
  const name = Buffer.from('\u0020Arial\0', 'latin1');
  return new Uint8Array(
    Buffer.concat([
      header,
      padded(text),
      pageOf(PAGE, measured(looks), true),
      pageOf(PAGE, measured(shapes), true),
      padded(Buffer.concat([Buffer.from([16, 0, 0]), words(15_840, 12_240, 0xffff, 1440, 12_960, 1440, 9360)])),
      padded(Buffer.concat([words(1, name.length), name])),
    ]),
  );
}

/** Padding that keeps streams out of the mini stream. */
const TAIL_BYTES = 4096;

/** Works 4: a stream of a compound file. */
export function worksFile({ looks, shapes, encode }: Contents): Uint8Array<ArrayBuffer> {
  const from = 0x100;
  const texts = looks.map((piece) => encode(piece.text));
  const end = from + lengthOf(texts);
  const measured = (pieces: readonly Piece[]) =>
    pieces.map((piece) => ({ length: encode(piece.text).length, properties: piece.properties }));
  const header = Buffer.alloc(from);
  Buffer.from('06fe0150', 'hex').copy(header);
  words(0xb330, 1).copy(header, 0x10);
  const front = Buffer.concat([header, ...texts]);
  const body = Buffer.concat([padded(front), pageOf(from, measured(looks), false), pageOf(from, measured(shapes), false)]);
  const fonts = Buffer.concat([
    words(0),
    Buffer.from([5]),
    Buffer.from('Arial'),
    words(1),
    Buffer.from([11]),
    Buffer.from('Courier New'),
  ]);
  const head = (encode(looks[0]?.text ?? '').length ?? 0) + from;
  const whole = body.length + padded(fonts).length + TAIL_BYTES;
  places(from, head, from, end, whole).copy(body, 0x1a);
  places(body.length).copy(body, 0x5e);
  words(fonts.length, 1440, 1440, 1800, 1800, 15_840, 12_240).copy(body, 0x62);
  return compoundOf({
    MatOST: Buffer.alloc(4096),
    MM: Buffer.alloc(14),
    MN0: Buffer.concat([body, padded(fonts), Buffer.alloc(TAIL_BYTES)]),
  });
}

/** Works 2000 and later: text in a part of the contents. */
export function works2000File(text: string): Uint8Array<ArrayBuffer> {
  const content = Buffer.from(text, 'utf16le');
  const header = Buffer.alloc(512);
  header.write('CHNKWKS ', 'latin1');
  words(4, 7, 2).copy(header, 8);
  for (const [index, [name, place, bytes]] of (
    [
      ['FONT', 512, 0],
      ['TEXT', 512, content.length],
    ] as const
  ).entries()) {
    const at = 0x20 + index * 24;
    words(24).copy(header, at);
    header.write(name, at + 2, 'latin1');
    header.write(name, at + 12, 'latin1');
    places(place, bytes).copy(header, at + 16);
  }
  return compoundOf({ CONTENTS: Buffer.concat([header, content, Buffer.alloc(4096)]) });
}
