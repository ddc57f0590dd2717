import { concat, encodeLatin1, uint16BE, uint32BE, viewOf } from '@bakkum/bytes/bytes';
import type { ImageMetadata } from '../metadata.ts';
import { type HeifLocation, type HeifMeta, propertiesOf, readHeifMeta } from './heif-meta.ts';
import { type Box, boxesIn, boxOf, findBox, fullBoxOf } from './iso-boxes.ts';

/** How far the larger box shifts the following data, and where the data of the new items starts. */
type Layout = { readonly growth: number; readonly dataStart: number };
type NewItem = { readonly id: number; readonly entry: Uint8Array; readonly data: Uint8Array };

/**
 * Adds a profile, Exif and XMP to an AVIF file by rewriting its `meta` box: two items, references to the image they describe, and
 * one property. The image data stays unchanged; only its offsets move. A file with a structure we do not write (several data
 * files, items inside items) is returned unchanged.
 */
export function embedInAvif(bytes: Uint8Array, metadata: ImageMetadata): Uint8Array<ArrayBuffer> {
  const meta = readHeifMeta(bytes);
  if (!meta || meta.primary === undefined || !isRewritable(meta)) return bytes.slice();
  const items = newItems(meta, metadata);
  const before = bytes.subarray(0, meta.box.start);
  const after = bytes.subarray(meta.box.end);
  // The size of the box does not depend on the offsets in it, so it is written once to measure it and once with the offsets.
  const measured = writeMeta(bytes, meta, meta.primary, metadata, items, { growth: 0, dataStart: 0 });
  const growth = measured.length - (meta.box.end - meta.box.start);
  const layout = { growth, dataStart: bytes.length + growth + 8 };
  const written = writeMeta(bytes, meta, meta.primary, metadata, items, layout);
  return concat([
    before,
    written,
    after,
    ...(items.length > 0
      ? [
          boxOf(
            'mdat',
            items.map(({ data }) => data),
          ),
        ]
      : []),
  ]);
}

function isRewritable(meta: HeifMeta): boolean {
  return (
    meta.locations.length > 0 &&
    meta.items.length > 0 &&
    meta.locations.every(({ construction, dataReference, id }) => construction <= 1 && dataReference === 0 && id <= 0xffff)
  );
}

function newItems(meta: HeifMeta, metadata: ImageMetadata): NewItem[] {
  const first = Math.max(0, ...meta.items.map(({ id }) => id)) + 1;
  const parts = [
    ...(metadata.exif ? [{ type: 'Exif', tail: '\0', data: concat([uint32BE(0), metadata.exif]) }] : []),
    ...(metadata.xmp ? [{ type: 'mime', tail: '\0application/rdf+xml\0', data: metadata.xmp }] : []),
  ];
  return parts.map(({ type, tail, data }, index) => {
    const id = first + index;
    // Flag 1 hides the item, because it is not an image.
    return { id, data, entry: fullBoxOf('infe', 2, 1, [uint16BE(id), uint16BE(0), encodeLatin1(type + tail)]) };
  });
}

function writeMeta(
  bytes: Uint8Array,
  meta: HeifMeta,
  primary: number,
  metadata: ImageMetadata,
  items: readonly NewItem[],
  layout: Layout,
): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [bytes.subarray(meta.box.body, meta.box.body + 4)];
  let hasReferences = false;
  for (const child of boxesIn(bytes, meta.box.body + 4, meta.box.end)) {
    if (child.type === 'iinf') parts.push(writeItems(bytes, child, items));
    else if (child.type === 'iloc') parts.push(writeLocations(meta, items, layout));
    else if (child.type === 'iprp') parts.push(writeProperties(bytes, child, meta, primary, metadata.icc));
    else if (child.type === 'iref') {
      hasReferences = true;
      parts.push(writeReferences(bytes, child, primary, items));
    } else parts.push(bytes.subarray(child.start, child.end));
  }
  if (!hasReferences && items.length > 0) parts.push(fullBoxOf('iref', 0, 0, references(items, primary, false)));
  return boxOf('meta', parts);
}

function writeItems(bytes: Uint8Array, box: Box, items: readonly NewItem[]): Uint8Array<ArrayBuffer> {
  const version = bytes[box.body] ?? 0;
  const view = viewOf(bytes);
  const count = (version === 0 ? view.getUint16(box.body + 4) : view.getUint32(box.body + 4)) + items.length;
  const old = bytes.subarray(box.body + (version === 0 ? 6 : 8), box.end);
  return fullBoxOf('iinf', version, 0, [
    version === 0 ? uint16BE(count) : uint32BE(count),
    old,
    ...items.map(({ entry }) => entry),
  ]);
}

/** Version 1 with 32-bit offsets and lengths and no base offset covers everything a still image needs. */
function writeLocations(meta: HeifMeta, items: readonly NewItem[], { growth, dataStart }: Layout): Uint8Array<ArrayBuffer> {
  let offset = dataStart;
  const added = items.map(({ id, data }): HeifLocation => {
    const extents = [{ offset, length: data.length }];
    offset += data.length;
    return { id, construction: 0, dataReference: 0, extents };
  });
  const moved = meta.locations.map((location) => (location.construction === 0 ? shifted(location, meta, growth) : location));
  const entries = [...moved, ...added].map(({ id, construction, dataReference, extents }) =>
    concat([
      uint16BE(id),
      uint16BE(construction),
      uint16BE(dataReference),
      uint16BE(extents.length),
      ...extents.flatMap((extent) => [uint32BE(extent.offset), uint32BE(extent.length)]),
    ]),
  );
  return fullBoxOf('iloc', 1, 0, [uint16BE(0x4400), uint16BE(entries.length), ...entries]);
}

function shifted(location: HeifLocation, meta: HeifMeta, growth: number): HeifLocation {
  const extents = location.extents.map(({ offset, length }) => ({
    offset: offset >= meta.box.end ? offset + growth : offset,
    length,
  }));
  return { ...location, extents };
}

function references(items: readonly NewItem[], primary: number, wide: boolean): Uint8Array[] {
  const number = wide ? uint32BE : uint16BE;
  return items.map(({ id }) => boxOf('cdsc', [number(id), uint16BE(1), number(primary)]));
}

function writeReferences(bytes: Uint8Array, box: Box, primary: number, items: readonly NewItem[]): Uint8Array<ArrayBuffer> {
  const version = bytes[box.body] ?? 0;
  return fullBoxOf('iref', version, 0, [bytes.subarray(box.body + 4, box.end), ...references(items, primary, version === 1)]);
}

function writeProperties(
  bytes: Uint8Array,
  box: Box,
  meta: HeifMeta,
  primary: number,
  icc: Uint8Array | undefined,
): Uint8Array<ArrayBuffer> {
  const ipco = findBox(bytes, box.body, box.end, 'ipco');
  if (!icc || !ipco) return bytes.slice(box.start, box.end);
  const profile = boxOf('colr', [encodeLatin1('prof'), icc]);
  const index = meta.properties.length + 1;
  const own = new Map(meta.associations);
  own.set(primary, [...(meta.associations.get(primary) ?? []), index]);
  return boxOf('iprp', [boxOf('ipco', [bytes.subarray(ipco.body, ipco.end), profile]), writeAssociations(meta, own)]);
}

/** Properties a reader must understand to display the image correctly (ISO/IEC 23000-22, 23008-12). */
const ESSENTIAL: ReadonlySet<string> = new Set(['av1C', 'hvcC', 'irot', 'imir', 'clap', 'a1op', 'lsel']);

function writeAssociations(meta: HeifMeta, associations: ReadonlyMap<number, readonly number[]>): Uint8Array<ArrayBuffer> {
  const wide = meta.properties.length + 1 > 127;
  const flagFor = (index: number) => (ESSENTIAL.has(meta.properties[index - 1]?.type ?? '') ? 1 : 0);
  const entries = [...associations].map(([id, indices]) =>
    concat([
      uint16BE(id),
      Uint8Array.of(indices.length),
      ...indices.map((index) => (wide ? uint16BE((flagFor(index) << 15) | index) : Uint8Array.of((flagFor(index) << 7) | index))),
    ]),
  );
  return fullBoxOf('ipma', 0, wide ? 1 : 0, [uint32BE(entries.length), ...entries]);
}

/** Whether `embedInAvif` can add to this file. */
export function canEmbedInAvif(bytes: Uint8Array): boolean {
  const meta = readHeifMeta(bytes);
  return meta !== undefined && isRewritable(meta) && propertiesOf(meta, meta.primary).length > 0;
}
