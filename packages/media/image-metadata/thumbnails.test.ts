import { describe, expect, it, vi } from 'vitest';
import { removePreviews, removeThumbnails } from './exif.ts';
import { removeXmpThumbnails } from './xmp.ts';

type Field = readonly [tag: number, values: readonly number[]];

type Layout = { readonly view: DataView; readonly countBytes: number; readonly wordBytes: number };

/** A little-endian Exif block: directories of 32-bit fields, one after the other, then pixels. `links` are indexes of the next. */
function blockOf(directories: readonly (readonly Field[])[], { big = false, links = directories.map((_, at) => at + 1) } = {}) {
  const bytes = new Uint8Array(20_000).fill(0xee);
  const layout: Layout = { view: new DataView(bytes.buffer), countBytes: big ? 8 : 2, wordBytes: big ? 8 : 4 };
  bytes.set(big ? [0x49, 0x49, 43, 0, 8, 0, 0, 0] : [0x49, 0x49, 42, 0]);
  const sizes = directories.map((fields) => directorySize(layout, fields));
  const starts = sizes.map((_, at) => sizes.slice(0, at).reduce((sum, size) => sum + size, 16));
  writeWord(layout, big ? 8 : 4, 16);
  let values = 2000;
  for (const [index, fields] of directories.entries()) {
    values = writeDirectory(layout, starts[index] ?? 0, fields, values);
    const end = (starts[index] ?? 0) + (sizes[index] ?? 0);
    writeWord(layout, end - layout.wordBytes, starts[links[index] ?? 0] ?? 0);
  }
  return bytes;
}

function directorySize({ countBytes, wordBytes }: Layout, fields: readonly Field[]): number {
  return countBytes + (4 + 2 * wordBytes) * fields.length + wordBytes;
}

function writeWord({ view, wordBytes }: Layout, at: number, value: number): void {
  if (wordBytes === 8) view.setBigUint64(at, BigInt(value), true);
  else view.setUint32(at, value, true);
}

/** Writes a directory whose longer values are at `values`, and returns the end of those. */
function writeDirectory(layout: Layout, start: number, fields: readonly Field[], values: number): number {
  const { view, countBytes, wordBytes } = layout;
  let end = values;
  view.setUint16(start, fields.length, true);
  if (countBytes === 8) writeWord(layout, start, fields.length);
  for (const [order, [tag, numbers]] of fields.entries()) {
    const at = start + countBytes + (4 + 2 * wordBytes) * order;
    view.setUint16(at, tag, true);
    view.setUint16(at + 2, 4, true);
    writeWord(layout, at + 4, numbers.length);
    const inline = at + 4 + wordBytes;
    const place = numbers.length > 1 ? end : inline;
    if (place === end) writeWord(layout, inline, end);
    for (const [index, value] of numbers.entries()) view.setUint32(place + 4 * index, value, true);
    if (place === end) end += 4 * numbers.length;
  }
  return end;
}

const clearedIn = (bytes: Uint8Array | undefined, from = 15_000) => bytes?.subarray(from).filter((byte) => byte === 0).length;
const jpeg = (at: number, length: number): readonly Field[] => [
  [513, [at]],
  [514, [length]],
];

describe('the Exif block', () => {
  it.each([false, true])('loses the thumbnails of all later directories, as BigTIFF: %s', (big) => {
    const block = blockOf([[[256, [7]]], jpeg(15_000, 100), jpeg(15_200, 50)], { big });
    const removed = removeThumbnails(block);
    expect(clearedIn(block)).toBe(0);
    expect(clearedIn(removed)).toBe(150);
    expect(removeThumbnails(removed ?? block)).toEqual(removed);
  });

  it('loses tiles and strips', () => {
    const strips: readonly Field[] = [
      [273, [15_000, 15_100]],
      [279, [10, 20]],
    ];
    const tiles: readonly Field[] = [
      [324, [15_200, 15_300]],
      [325, [1, 2]],
    ];
    expect(clearedIn(removeThumbnails(blockOf([[], strips, tiles])))).toBe(33);
  });

  it('may have directories in a circle', () => {
    expect(clearedIn(removeThumbnails(blockOf([[], jpeg(15_000, 100), jpeg(15_200, 50)], { links: [1, 2, 1] })))).toBe(150);
    expect(clearedIn(removeThumbnails(blockOf([jpeg(15_000, 100), jpeg(15_200, 50)], { links: [1, 0] })))).toBe(50);
  });

  it('is dropped when a thumbnail has no length or the directories are too many', () => {
    expect(removeThumbnails(blockOf([[], [[513, [15_000]]]]))).toBeUndefined();
    const lengths: readonly Field[] = [
      [273, [15_000, 15_100]],
      [279, [10]],
    ];
    expect(removeThumbnails(blockOf([[], lengths]))).toBeUndefined();
    const directories = (count: number) => blockOf(Array.from({ length: count }, () => jpeg(15_000, 1)));
    expect([17, 18].map((count) => removeThumbnails(directories(count)) !== undefined)).toEqual([true, false]);
  });

  it('is overwritten at most once, although strips overlap', () => {
    const strips: readonly Field[] = [
      [273, Array.from({ length: 1000 }, () => 15_000)],
      [279, Array.from({ length: 1000 }, () => 5000)],
    ];
    const fill = vi.spyOn(Uint8Array.prototype, 'fill');
    const block = blockOf([[], strips]);
    fill.mockClear();
    expect(clearedIn(removeThumbnails(block))).toBe(5000);
    const filled = fill.mock.calls.reduce((sum, [, start = 0, end = 0]) => sum + end - start, 0);
    fill.mockRestore();
    expect(filled).toBeLessThanOrEqual(block.length);
  });
});

describe('the Exif block of a cropped image', () => {
  const START_OF_JPEG = 0x00_ff_d8_ff;
  /** The first directory points to the second one at offset 34, which holds the details of the image. There are no others. */
  const withDetails = (details: readonly Field[]) => blockOf([[[34_665, [34]]], details], { links: [2, 2] });

  it('loses the maker note, which may hold a preview, and keeps the rest', () => {
    const block = withDetails([
      [33_437, [1, 2, 3]],
      [37_500, [1, START_OF_JPEG, ...Array.from({ length: 98 }, () => 7)]],
    ]);
    const bare = removePreviews(block);
    expect(clearedIn(bare, 2012)).toBe(400);
    expect(bare?.subarray(0, 2012)).toEqual(block.subarray(0, 2012));
    expect(clearedIn(removeThumbnails(block), 2012)).toBe(clearedIn(block, 2012));
  });

  it.each([
    ['a JPEG elsewhere', withDetails([[33_437, [1, START_OF_JPEG]]])],
    ['a further image in the first directory', blockOf([[[513, [15_000]]]], { links: [1] })],
    ['directories of further images', blockOf([[[330, [34, 50]]]], { links: [1] })],
    ['a note that extends beyond the block', withDetails([[37_500, Array.from({ length: 3000 }, () => 7)]]).subarray(0, 5000)],
    ['details beyond the block', withDetails([[37_500, [1, 2]]]).subarray(0, 40)],
  ])('is dropped with %s', (_, block) => {
    expect(removePreviews(block)).toBeUndefined();
  });
});

describe('the XMP packet', () => {
  const encode = (text: string) => new TextEncoder().encode(text);
  const packet = (inside: string) =>
    encode(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description xmp:Rating="5">${inside}</rdf:Description></x:xmpmeta>`);
  const image = '<rdf:Alt><rdf:li rdf:parseType="Resource"><xmpGImg:image>/9j/4AAQ</xmpGImg:image></rdf:li></rdf:Alt>';

  it('loses its thumbnails and nothing else', () => {
    const two = `a<xmp:Thumbnails>${image}</xmp:Thumbnails>b<xap:Thumbnails>${image}</xap:Thumbnails>c`;
    expect(removeXmpThumbnails(packet(two))).toEqual(packet('abc'));
    expect(removeXmpThumbnails(packet('<dc:title>é</dc:title>'))).toEqual(packet('<dc:title>é</dc:title>'));
  });

  it.each([
    ['an image elsewhere', packet(`<xmpTPg:Page>${image}</xmpTPg:Page>`)],
    ['an image in an attribute', packet('<rdf:li xmpGImg:image="/9j/4AAQ"/>')],
    ['thumbnails with another prefix', packet('<other:Thumbnails>/9j/</other:Thumbnails>')],
    ['thumbnails that do not end', packet('<xmp:Thumbnails>/9j/4AAQ')],
    ['the original of a portrait', packet('<a xmlns:GImage="http://ns.google.com/photos/1.0/image/"/>')],
    ['entities', encode('<!DOCTYPE x [<!ENTITY i "/9j/4AAQ">]><x>&i;</x>')],
    ['UTF-16', Uint8Array.of(0x3c, 0, 0x78, 0, 0x2f, 0, 0x3e, 0)],
    ['Latin-1', Uint8Array.of(0x3c, 0xe9, 0x3e)],
  ])('is dropped with %s', (_, xmp) => {
    expect(removeXmpThumbnails(xmp)).toBeUndefined();
  });

  it('takes linear time for elements that do not end', () => {
    expect(removeXmpThumbnails(encode('<xmp:Thumbnails>'.repeat(500_000)))).toBeUndefined();
  });
});
