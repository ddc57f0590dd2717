import { textAt, viewOf } from '@bakkum/bytes/bytes';
import { type Box, boxesIn, findBox } from './iso-boxes.ts';

/** ISO/IEC 23008-12 (HEIF): items with their locations in the file, and their shared properties. */
export type HeifItem = { readonly id: number; readonly type: string; readonly contentType: string };
export type HeifLocation = {
  readonly id: number;
  /** 0: offsets into the file, 1: into the `idat` box, 2: into another item. */
  readonly construction: number;
  readonly dataReference: number;
  readonly extents: readonly { readonly offset: number; readonly length: number }[];
};
export type HeifMeta = {
  readonly box: Box;
  readonly primary: number | undefined;
  readonly items: readonly HeifItem[];
  readonly locations: readonly HeifLocation[];
  readonly idat: Box | undefined;
  /** In the order of `ipco`; associations count from 1. */
  readonly properties: readonly Box[];
  readonly associations: ReadonlyMap<number, readonly number[]>;
};

/** Limit on the items of a hostile file; real files have a few hundred tiles. */
const MAX_ENTRIES = 65_536;

export function readHeifMeta(bytes: Uint8Array): HeifMeta | undefined {
  const box = findBox(bytes, 0, bytes.length, 'meta');
  if (!box) return undefined;
  const children = new Map([...boxesIn(bytes, box.body + 4, box.end)].map((child) => [child.type, child]));
  const child = <T>(type: string, parse: (box: Box) => T, missing: T): T => {
    const found = children.get(type);
    return found ? guarded(() => parse(found), missing) : missing;
  };
  const iprp = children.get('iprp');
  const ipco = iprp && findBox(bytes, iprp.body, iprp.end, 'ipco');
  const ipma = iprp ? [...boxesIn(bytes, iprp.body, iprp.end)].filter(({ type }) => type === 'ipma') : [];
  return {
    box,
    primary: child('pitm', (found) => readPrimary(bytes, found), undefined),
    items: child('iinf', (found) => readItems(bytes, found), []),
    locations: child('iloc', (found) => readLocations(bytes, found), []),
    idat: children.get('idat'),
    properties: ipco ? [...boxesIn(bytes, ipco.body, ipco.end)] : [],
    associations: new Map(ipma.flatMap((found) => guarded(() => readAssociations(bytes, found), []))),
  };
}

/** A damaged box must not prevent reading the others. */
function guarded<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof RangeError) return otherwise;
    throw thrown;
  }
}

function readPrimary(bytes: Uint8Array, box: Box): number {
  const view = viewOf(bytes);
  return bytes[box.body] === 0 ? view.getUint16(box.body + 4) : view.getUint32(box.body + 4);
}

function readItems(bytes: Uint8Array, box: Box): HeifItem[] {
  const wide = bytes[box.body] !== 0;
  const items: HeifItem[] = [];
  for (const entry of boxesIn(bytes, box.body + (wide ? 8 : 6), box.end)) {
    const item = entry.type === 'infe' ? readItem(bytes, entry) : undefined;
    if (item && items.length < MAX_ENTRIES) items.push(item);
  }
  return items;
}

function readItem(bytes: Uint8Array, box: Box): HeifItem | undefined {
  const version = bytes[box.body] ?? 0;
  if (version < 2) return undefined;
  const view = viewOf(bytes);
  const id = version === 2 ? view.getUint16(box.body + 4) : view.getUint32(box.body + 4);
  const typeAt = box.body + (version === 2 ? 8 : 10);
  const type = textAt(bytes, typeAt, 4);
  const nameEnd = bytes.indexOf(0, typeAt + 4);
  const contentEnd = nameEnd < 0 ? -1 : bytes.indexOf(0, nameEnd + 1);
  const hasContentType = type === 'mime' && contentEnd >= 0 && contentEnd < box.end;
  return { id, type, contentType: hasContentType ? textAt(bytes, nameEnd + 1, contentEnd - nameEnd - 1) : '' };
}

function readLocations(bytes: Uint8Array, box: Box): HeifLocation[] {
  const view = viewOf(bytes);
  const version = view.getUint8(box.body);
  let at = box.body + 4;
  const number = (size: number): number => {
    const value =
      size === 0 ? 0 : size === 2 ? view.getUint16(at) : size === 4 ? view.getUint32(at) : Number(view.getBigUint64(at));
    at += size;
    return value;
  };
  const sizes = number(2);
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexSize = version === 0 ? 0 : sizes & 15;
  const count = Math.min(number(version < 2 ? 2 : 4), MAX_ENTRIES);
  const locations: HeifLocation[] = [];
  while (locations.length < count && at < box.end) {
    const id = number(version < 2 ? 2 : 4);
    const construction = version === 0 ? 0 : number(2) & 15;
    const dataReference = number(2);
    const base = number(baseSize);
    const extents = Array.from({ length: Math.min(number(2), MAX_ENTRIES) }, () => {
      number(indexSize);
      const offset = base + number(offsetSize);
      return { offset, length: number(lengthSize) };
    });
    locations.push({ id, construction, dataReference, extents });
  }
  return locations;
}

function readAssociations(bytes: Uint8Array, box: Box): [number, number[]][] {
  const view = viewOf(bytes);
  const version = view.getUint8(box.body);
  const wideIndex = (view.getUint8(box.body + 3) & 1) === 1;
  const count = Math.min(view.getUint32(box.body + 4), MAX_ENTRIES);
  let at = box.body + 8;
  const associations: [number, number[]][] = [];
  for (let entry = 0; entry < count && at < box.end; entry += 1) {
    const id = version < 1 ? view.getUint16(at) : view.getUint32(at);
    at += version < 1 ? 2 : 4;
    const length = view.getUint8(at);
    at += 1;
    const indices = Array.from({ length }, (_, index) =>
      wideIndex ? view.getUint16(at + index * 2) & 0x7fff : view.getUint8(at + index) & 0x7f,
    );
    at += length * (wideIndex ? 2 : 1);
    associations.push([id, indices]);
  }
  return associations;
}

/** An item's bytes, concatenated from its extents; undefined if they are outside the file. */
export function itemData(bytes: Uint8Array, meta: HeifMeta, id: number): Uint8Array<ArrayBuffer> | undefined {
  const location = meta.locations.find((candidate) => candidate.id === id);
  if (!location || location.construction > 1 || location.dataReference !== 0) return undefined;
  const base = location.construction === 1 ? meta.idat?.body : 0;
  if (base === undefined) return undefined;
  const total = location.extents.reduce((sum, { length }) => sum + length, 0);
  if (total === 0 || total > bytes.length) return undefined;
  const joined = new Uint8Array(total);
  let written = 0;
  for (const { offset, length } of location.extents) {
    if (base + offset + length > bytes.length) return undefined;
    joined.set(bytes.subarray(base + offset, base + offset + length), written);
    written += length;
  }
  return joined;
}

/** Properties of one item, in its own order. */
export function propertiesOf(meta: HeifMeta, id: number | undefined): readonly Box[] {
  const indices = (id === undefined ? undefined : meta.associations.get(id)) ?? [];
  return indices.flatMap((index) => meta.properties[index - 1] ?? []);
}
