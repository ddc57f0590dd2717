import type { Bytes } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { unpackParts } from '@bakkum/document-input/packed-parts';
import { escapeXmlAttribute } from '@bakkum/markup/escape';
import { unescapeXml } from '@bakkum/markup/unescape';
import { writeXml } from '@bakkum/markup/write-xml';
import { parseXml } from '@bakkum/markup/xml';
import { strFromU8, strToU8, type Zippable, zipSync } from 'fflate';
import { invisibleBox, mayHaveColumns, withCellColumns } from './cell-columns.ts';

/** Corrections to the XML of a package. */
export type Corrections = {
  /** Swaps red and blue in every colour. */
  readonly exchangesColours: boolean;
  /** Replaces what few programs read: relative sizes become sizes, and columns in cells become tables. */
  readonly simplifies: boolean;
  /** Other names for typefaces of text that is not East Asian. */
  readonly faces: ReadonlyMap<string, string>;
};

export const NO_CORRECTIONS: Corrections = { exchangesColours: false, simplifies: false, faces: new Map() };

/** Levels of compression: packages that are only read again in memory need none. */
export const STORED = 0;
export const COMPRESSED = 6;
type Level = typeof STORED | typeof COMPRESSED;

const VERSION_PART = 'version.xml';
/** More text than any document has; larger packages stay as they are. */
const MAX_BYTES = 256 * 1024 * 1024;
const HEAD_PART = /^Contents\/.*header\.xml$/i;
const SECTION_PART = /^Contents\/section(\d+)\.xml$/i;

/** Hancom Office 2018 writes colours as blue, green, red, in version 1.2 of the XML. Later versions and other writers do not. */
export function hasExchangedColours(version: string): boolean {
  return /\bxmlVersion="1\.2"/.test(version) && /\bappVersion="10\s*,/.test(version);
}

/** The version part is readable in encrypted packages, too. */
export function packageExchangesColours(file: Bytes): boolean {
  try {
    return hasExchangedColours(textIn(unpackParts(file, (path) => path === VERSION_PART, MAX_BYTES).get(VERSION_PART)));
  } catch (failure) {
    if (failure instanceof ConversionError) return false;
    throw failure;
  }
}

/**
 * The package with corrected text parts, or the same bytes if nothing differs or it does not unpack. Page numbers with an empty
 * `sideChar` lose the attribute, because programs take it for a hyphen.
 */
export function normalizedPackage(file: Bytes, given: Partial<Corrections> = {}): Bytes {
  try {
    const texts = unpackParts(file, (path) => path === VERSION_PART || /^Contents\/.*\.xml$/i.test(path), MAX_BYTES);
    const exchangesColours = hasExchangedColours(textIn(texts.get(VERSION_PART)));
    const corrections = { ...NO_CORRECTIONS, exchangesColours, ...given };
    const changed = new Map<string, Bytes>();
    const head = [...texts].find(([path]) => HEAD_PART.test(path))?.[1];
    for (const [path, bytes] of texts) {
      const xml = strFromU8(bytes);
      const columned = corrections.simplifies && head && SECTION_PART.test(path) ? withoutCellColumns(xml, strFromU8(head)) : xml;
      const corrected = normalizedXml(columned, corrections);
      if (corrected !== xml) changed.set(path, new Uint8Array(strToU8(corrected)));
    }
    return changed.size === 0 ? file : repacked(file, changed, STORED);
  } catch (failure) {
    if (failure instanceof ConversionError) return file;
    throw failure;
  }
}

function withoutCellColumns(section: string, head: string): string {
  if (!mayHaveColumns(section)) return section;
  const box = invisibleBox(parseXml(head));
  return box === undefined ? section : withoutEndTags(writeXml(withCellColumns(parseXml(section), box)));
}

/** Programs may read the attributes of empty elements only if they have no end tag. */
const withoutEndTags = (xml: string): string =>
  xml.replaceAll(/<([\w:]+)(\s[^<>]*)?><\/([\w:]+)>/g, (tags, name: string, attributes: string | undefined, end: string) =>
    name === end ? `<${name}${attributes ?? ''}/>` : tags,
  );

const textIn = (bytes: Uint8Array | undefined): string => (bytes ? strFromU8(bytes) : '');

/**
 * The package without the side characters of some page numbers.
 * @param isBare for each page number of the document in order, whether it has no side characters
 * @param level of compression
 */
export function withBarePageNumbers(file: Bytes, isBare: readonly boolean[], level: Level): Bytes {
  if (!isBare.includes(true)) return file;
  const sections = unpackParts(file, (path) => SECTION_PART.test(path));
  const numberOf = (path: string): number => Number(SECTION_PART.exec(path)?.[1]);
  const changed = new Map<string, Bytes>();
  let index = -1;
  for (const [path, bytes] of [...sections].sort(([a], [b]) => numberOf(a) - numberOf(b))) {
    const xml = strFromU8(bytes).replaceAll(PAGE_NUMBER, (tag) => {
      index += 1;
      return isBare[index] ? tag.replace(SIDES, ' sideChar=""') : tag;
    });
    changed.set(path, new Uint8Array(strToU8(xml)));
  }
  return repacked(file, changed, level);
}

const MEDIA_TYPE_PART = 'mimetype';

/** The media type comes first and is stored, so that programs recognize the package by its first bytes (OCF). */
function repacked(file: Bytes, changed: ReadonlyMap<string, Bytes>, level: Level): Bytes {
  const parts = unpackParts(file);
  const mediaType = parts.get(MEDIA_TYPE_PART);
  const files: Zippable = mediaType ? { [MEDIA_TYPE_PART]: [mediaType, { level: STORED }] } : {};
  for (const [path, bytes] of parts) if (path !== MEDIA_TYPE_PART) files[path] = changed.get(path) ?? bytes;
  return new Uint8Array(zipSync(files, { level }));
}

const TAG = /<[^<>]*>/g;
const COLOUR = /(\b(?:\w*colou?r|value)=")#([\da-f]{2})?([\da-f]{2})([\da-f]{2})([\da-f]{2})"/gi;
const PAGE_NUMBER = /<(?:\w+:)?pageNum\b[^<>]*>/g;
const SIDES = /\ssideChar="[^"]*"/;
const NO_SIDES = /\ssideChar=""/;

/** One text part with the corrections. */
export function normalizedXml(xml: string, { exchangesColours, simplifies, faces }: Corrections): string {
  const numbered = NO_SIDES.test(xml) ? xml.replaceAll(TAG, (tag) => tag.replace(NO_SIDES, '')) : xml;
  const coloured = exchangesColours ? numbered.replaceAll(TAG, (tag) => tag.replaceAll(COLOUR, '$1#$2$5$4$3"')) : numbered;
  const sized = simplifies ? withAbsoluteSizes(coloured) : coloured;
  return faces.size > 0
    ? sized
        .split(FACE_LISTS)
        .map((list) => withFaces(list, faces))
        .join('')
    : sized;
}

const FACE_LISTS = /(?=<(?:\w+:)?fontface\b)/;
const LATIN_LIST = /^<(?:\w+:)?fontface\b[^<>]*\blang="(?:LATIN|OTHER|SYMBOL|USER)"/;
const FACE = /(<(?:\w+:)?font\b[^<>]*\bface=")([^"]*)"/g;

function withFaces(list: string, faces: ReadonlyMap<string, string>): string {
  if (!LATIN_LIST.test(list)) return list;
  return list.replaceAll(FACE, (tag, start: string, face: string) => {
    const other = faces.get(unescapeXml(face));
    return other === undefined ? tag : `${start}${escapeXmlAttribute(other)}"`;
  });
}

/** The typefaces of text that is not East Asian; none if the package does not unpack. */
export function latinFaces(file: Bytes): readonly string[] {
  try {
    const texts = unpackParts(file, (path) => HEAD_PART.test(path), MAX_BYTES);
    const lists = [...texts.values()]
      .flatMap((bytes) => strFromU8(bytes).split(FACE_LISTS))
      .filter((list) => LATIN_LIST.test(list));
    return lists.flatMap((list) => [...list.matchAll(FACE)].map(([, , face = '']) => unescapeXml(face)));
  } catch (failure) {
    if (failure instanceof ConversionError) return [];
    throw failure;
  }
}

const DEFINITIONS = /(?=<(?:\w+:)?charPr\b)/;
const RELATIVE_SIZE = /<(?:\w+:)?relSz\b[^<>]*>/;
const WIDTH = /<(?:\w+:)?ratio\b[^<>]*>/;
const OF_SCRIPT = /\b(hangul|latin|hanja|japanese|other|symbol|user)="(\d+)"/g;

function withAbsoluteSizes(xml: string): string {
  if (!RELATIVE_SIZE.test(xml)) return xml;
  return xml.split(DEFINITIONS).map(withAbsoluteSize).join('');
}

/** A definition has one size for all scripts. Scripts with another relative size than Hangul keep their widths, not their heights. */
function withAbsoluteSize(definition: string): string {
  const written = RELATIVE_SIZE.exec(definition)?.[0] ?? '';
  const sizes = new Map([...written.matchAll(OF_SCRIPT)].map(([, script = '', size]) => [script, Number(size) || 100]));
  if ([...sizes.values()].every((size) => size === 100)) return definition;
  const main = sizes.get('hangul') ?? 100;
  const width = (script: string, percent: string): string =>
    `${script}="${Math.round((Number(percent) * (sizes.get(script) ?? 100)) / main)}"`;
  return definition
    .replace(/\bheight="(\d+)"/, (_, height: string) => `height="${Math.round((Number(height) * main) / 100)}"`)
    .replace(WIDTH, (tag) => tag.replaceAll(OF_SCRIPT, (_, script: string, percent: string) => width(script, percent)))
    .replace(RELATIVE_SIZE, (tag) => tag.replaceAll(OF_SCRIPT, '$1="100"'));
}
