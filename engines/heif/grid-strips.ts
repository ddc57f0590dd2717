import { type Bytes, concat, encodeLatin1, uint16BE, uint32BE, viewOf } from '@bakkum/bytes/bytes';
import { type HeifMeta, itemData, propertiesOf, readHeifMeta } from '@bakkum/image-metadata/heif/heif-meta';
import { type Box, boxesIn, boxOf, findBox, fullBoxOf } from '@bakkum/image-metadata/heif/iso-boxes';

/** A part of an image over its whole width, as a HEIF file of its own. */
export type Strip = { readonly file: Bytes; readonly top: number; readonly height: number };

/** An image made of tiles: `grid` in ISO/IEC 23008-12, 6.6.2.3. */
type Grid = {
  readonly width: number;
  readonly height: number;
  readonly rows: number;
  readonly tileHeight: number;
  /** Cuts it into at most this many strips of whole tiles. They are not rotated. */
  strips(count: number): readonly Strip[];
};

/** A phone's photo has 48. */
const MAX_TILES = 4096;

/** Transformations of the whole image, which the strips must not have, and its size. */
const OF_WHOLE: ReadonlySet<string> = new Set(['ispe', 'irot', 'imir', 'clap']);

/**
 * Reads the primary image as a grid. `undefined` if it is none, or is cropped, has a layer such as alpha, or contains other images
 * than tiles of one size.
 */
export function readGrid(bytes: Uint8Array): Grid | undefined {
  const meta = readHeifMeta(bytes);
  const id = meta?.primary;
  if (!meta || id === undefined || meta.items.find((item) => item.id === id)?.type !== 'grid') return undefined;
  const payload = itemData(bytes, meta, id);
  const layout = payload && layoutOf(payload);
  const { tiles = [], hasLayers } = referencesOf(bytes, meta, id);
  if (!layout || hasLayers || tiles.length !== layout.rows * layout.columns || !areTiles(bytes, meta, tiles)) return undefined;
  const tileHeight = isCropped(meta, id) ? undefined : commonTileHeight(bytes, meta, tiles);
  if (tileHeight === undefined || !covers(layout, tileHeight)) return undefined;
  const { width, height, rows } = layout;
  return { width, height, rows, tileHeight, strips: (count) => cut({ bytes, meta, id, tiles, ...layout, tileHeight }, count) };
}

/** Whether the rows of tiles reach to the lower edge, and none lies below it. */
function covers({ rows, height }: Layout, tileHeight: number): boolean {
  return tileHeight * rows >= height && tileHeight * (rows - 1) < height;
}

/** Whether each is an HEVC image of its own. A file could otherwise name one many times, and each copy needs memory. */
function areTiles(bytes: Uint8Array, meta: HeifMeta, tiles: readonly number[]): boolean {
  if (tiles.length > MAX_TILES || new Set(tiles).size !== tiles.length) return false;
  const types = new Map(meta.items.map(({ id, type }) => [id, type]));
  const lengths = new Map(meta.locations.map(({ id, extents }) => [id, extents.reduce((sum, { length }) => sum + length, 0)]));
  const total = tiles.reduce((sum, tile) => sum + (lengths.get(tile) ?? 0), 0);
  if (hasAny(meta, tiles, ['clap', 'irot', 'imir'])) return false;
  return total <= bytes.length && tiles.every((tile) => types.get(tile) === 'hvc1');
}

const isCropped = (meta: HeifMeta, id: number): boolean => hasAny(meta, [id], ['clap']);

function hasAny(meta: HeifMeta, items: readonly number[], types: readonly string[]): boolean {
  return items.some((item) => propertiesOf(meta, item).some(({ type }) => types.includes(type)));
}

type Layout = { readonly rows: number; readonly columns: number; readonly width: number; readonly height: number };

/** Flag of 32-bit sizes. */
const WIDE = 1;

function layoutOf(payload: Uint8Array): Layout | undefined {
  const isWide = ((payload[1] ?? 0) & WIDE) !== 0;
  if (payload.length < (isWide ? 12 : 8)) return undefined;
  const view = viewOf(payload);
  return {
    rows: view.getUint8(2) + 1,
    columns: view.getUint8(3) + 1,
    width: isWide ? view.getUint32(4) : view.getUint16(4),
    height: isWide ? view.getUint32(8) : view.getUint16(6),
  };
}

/** The tiles of an item in order, and whether other items are layers of it (alpha, depth). */
function referencesOf(bytes: Uint8Array, meta: HeifMeta, id: number): { tiles?: readonly number[]; hasLayers: boolean } {
  const iref = findBox(bytes, meta.box.body + 4, meta.box.end, 'iref');
  if (!iref) return { hasLayers: false };
  const isWide = bytes[iref.body] !== 0;
  const references = [...boxesIn(bytes, iref.body + 4, iref.end)].map((box) => ({
    type: box.type,
    ...readReference(bytes, box, isWide),
  }));
  const tiles = references.find(({ type, from }) => type === 'dimg' && from === id)?.to;
  return {
    ...(tiles ? { tiles } : {}),
    hasLayers: references.some(({ type, to }) => type === 'auxl' && to.includes(id)),
  };
}

function readReference(bytes: Uint8Array, { body, end }: Box, isWide: boolean): { from: number; to: readonly number[] } {
  const view = viewOf(bytes);
  const size = isWide ? 4 : 2;
  const idAt = (at: number): number => (isWide ? view.getUint32(at) : view.getUint16(at));
  const count = view.getUint16(body + size);
  const first = body + size + 2;
  if (first + count * size > end) return { from: -1, to: [] };
  return { from: idAt(body), to: Array.from({ length: count }, (_, index) => idAt(first + index * size)) };
}

/** Odd heights would cut through a chroma sample. */
function commonTileHeight(bytes: Uint8Array, meta: HeifMeta, tiles: readonly number[]): number | undefined {
  const view = viewOf(bytes);
  const heights = new Set(
    tiles.map((tile) => {
      const size = propertiesOf(meta, tile).find(({ type, body, end }) => type === 'ispe' && body + 12 <= end);
      return size ? view.getUint32(size.body + 8) : 0;
    }),
  );
  const [height = 0] = heights;
  return heights.size === 1 && height > 0 && height % 2 === 0 ? height : undefined;
}

type Source = Layout & {
  readonly bytes: Uint8Array;
  readonly meta: HeifMeta;
  readonly id: number;
  readonly tiles: readonly number[];
  readonly tileHeight: number;
};

function cut(source: Source, count: number): readonly Strip[] {
  const rowsEach = Math.ceil(source.rows / Math.max(1, count));
  const strips: Strip[] = [];
  for (let row = 0; row < source.rows; row += rowsEach) {
    const rows = Math.min(rowsEach, source.rows - row);
    const top = row * source.tileHeight;
    const height = Math.min(rows * source.tileHeight, source.height - top);
    const file = fileOf(source, { row, rows, height });
    if (!file) return [];
    strips.push({ file, top, height });
  }
  return strips;
}

const GRID_ID = 1;

/** Writes the tiles of some rows as an image of their own, with the properties of the whole one. */
function fileOf(
  source: Source,
  part: { readonly row: number; readonly rows: number; readonly height: number },
): Bytes | undefined {
  const { bytes, meta, columns, width } = source;
  const tiles = source.tiles.slice(part.row * columns, (part.row + part.rows) * columns);
  const contents = tiles.map((tile) => itemData(bytes, meta, tile));
  const whole = contents.filter((content) => content !== undefined);
  if (whole.length !== tiles.length) return undefined;
  const payload = concat([[0, WIDE, part.rows - 1, columns - 1], uint32BE(width), uint32BE(part.height)]);
  const data = [payload, ...whole];
  const head = boxOf('ftyp', [encodeLatin1('heic'), uint32BE(0), encodeLatin1('mif1heic')]);
  const describe = (start: number): Bytes => metaOf(source, tiles, data, { ...part, start });
  // Positions depend on the length of the description, which does not depend on them.
  const start = head.length + describe(0).length + 8;
  return concat([head, describe(start), boxOf('mdat', data)]);
}

function metaOf(
  { bytes, meta, id, width }: Source,
  tiles: readonly number[],
  data: readonly Bytes[],
  { height, start }: { readonly height: number; readonly start: number },
): Bytes {
  const ids = data.map((_, index) => index + GRID_ID);
  const size = fullBoxOf('ispe', 0, 0, [uint32BE(width), uint32BE(height)]);
  const properties = meta.properties.map((box) => bytes.slice(box.start, box.end));
  const ofGrid = (meta.associations.get(id) ?? []).filter((index) => !OF_WHOLE.has(meta.properties[index - 1]?.type ?? ''));
  const associations = [[...ofGrid, properties.length + 1], ...tiles.map((tile) => meta.associations.get(tile) ?? [])];
  return fullBoxOf('meta', 0, 0, [
    fullBoxOf('hdlr', 0, 0, [uint32BE(0), encodeLatin1('pict'), new Uint8Array(13)]),
    fullBoxOf('pitm', 0, 0, [uint16BE(GRID_ID)]),
    fullBoxOf('iinf', 0, 0, [uint16BE(ids.length), ...ids.map((each) => itemOf(each))]),
    fullBoxOf('iref', 0, 0, [
      boxOf('dimg', [uint16BE(GRID_ID), uint16BE(tiles.length), ...ids.slice(1).map((each) => uint16BE(each))]),
    ]),
    boxOf('iprp', [
      boxOf('ipco', [...properties, size]),
      fullBoxOf('ipma', 0, WIDE, [
        uint32BE(ids.length),
        ...associations.map((list, index) =>
          entryOf(
            list.map((each) => marked(meta, each)),
            index,
          ),
        ),
      ]),
    ]),
    fullBoxOf('iloc', 0, 0, [Uint8Array.of(0x44, 0), uint16BE(ids.length), ...locationsOf(data, start)]),
  ]);
}

const ESSENTIAL = 0x8000;

/** A property's number, with the mark of one that decoders must understand. */
function marked({ properties }: HeifMeta, property: number): number {
  return properties[property - 1]?.type === 'hvcC' ? property | ESSENTIAL : property;
}

/** Tiles are hidden: they are no images of their own. */
function itemOf(id: number): Bytes {
  const isGrid = id === GRID_ID;
  return fullBoxOf('infe', 2, isGrid ? 0 : 1, [
    uint16BE(id),
    uint16BE(0),
    encodeLatin1(isGrid ? 'grid' : 'hvc1'),
    new Uint8Array(1),
  ]);
}

function entryOf(properties: readonly number[], index: number): Bytes {
  return concat([uint16BE(index + GRID_ID), [properties.length], ...properties.map((property) => uint16BE(property))]);
}

function locationsOf(data: readonly Bytes[], start: number): readonly Bytes[] {
  let at = start;
  return data.map((content, index) => {
    const place = concat([uint16BE(index + GRID_ID), uint16BE(0), uint16BE(1), uint32BE(at), uint32BE(content.length)]);
    at += content.length;
    return place;
  });
}
