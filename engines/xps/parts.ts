import { type Bytes, concat } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { resolvePath } from '@bakkum/document-input/package-relations';
import { unpackParts } from '@bakkum/document-input/packed-parts';
import { descendantsOf, parseXml, type XmlElement } from '@bakkum/markup/xml';

/** Parts of a package (ECMA-388, 9) by name, starting with a slash. */
export type Package = {
  bytes(name: string): Bytes | undefined;
  /** Parses an XML part. Errors: `corrupt`. */
  xml(name: string): XmlElement;
  /** Names of the pages in order. Errors: `corrupt`. */
  pages(): readonly string[];
};

const LITTER = /(^|\/)(\[trash]|Metadata|docProps)\//i;
const SEQUENCE = /\/fixedrepresentation$/;

/** Errors: `corrupt`, `too-large`. */
export function openPackage(file: Bytes): Package {
  const parts = joined(unpackParts(file, (name) => !LITTER.test(name)));
  const bytes = (name: string): Bytes | undefined => parts.get(keyOf(name));
  const xml = (name: string): XmlElement => {
    const part = bytes(name);
    if (!part) throw new ConversionError('corrupt', `no ${name}`);
    return parseXml(markupOf(part));
  };
  return { bytes, xml, pages: () => pagesOf(xml, parts) };
}

const PIECE = /^(.*)\/\[(\d+)](?:\.last)?\.piece$/i;

/** Part names are case-insensitive. A part may be split into pieces, as printer drivers write it. */
function joined(members: ReadonlyMap<string, Bytes>): ReadonlyMap<string, Bytes> {
  const parts = new Map<string, Bytes>();
  const pieces = new Map<string, { readonly at: number; readonly bytes: Uint8Array }[]>();
  for (const [name, bytes] of members) {
    const [, whole, at] = PIECE.exec(name) ?? [];
    if (whole === undefined) parts.set(keyOf(name), bytes);
    else pieces.set(keyOf(whole), [...(pieces.get(keyOf(whole)) ?? []), { at: Number(at), bytes }]);
  }
  for (const [name, list] of pieces) {
    const sorted = list.toSorted((one, other) => one.at - other.at);
    parts.set(name, concat(sorted.map(({ bytes }) => bytes)));
  }
  return parts;
}

function keyOf(name: string): string {
  return `/${decodeURI(name.replaceAll('\\', '/').replace(/%(?![0-9a-f]{2})/gi, '%25'))}`.replace(/^\/+/, '/').toLowerCase();
}

/** UTF-8 or, from some printer drivers, UTF-16. */
function markupOf(part: Bytes): string {
  const isWide = (part[0] === 0xff && part[1] === 0xfe) || part[1] === 0;
  const isWideTurned = (part[0] === 0xfe && part[1] === 0xff) || part[0] === 0;
  return new TextDecoder(isWide ? 'utf-16le' : isWideTurned ? 'utf-16be' : 'utf-8').decode(part);
}

/** Resolves a reference in a part to an absolute part name. */
export const resolve = (reference: string, from: string): string => `/${resolvePath(from, reference)}`;

function pagesOf(xml: Package['xml'], parts: ReadonlyMap<string, Bytes>): readonly string[] {
  const sequence = sequenceOf(xml, parts);
  const sources = (part: string, element: string): readonly string[] =>
    [...descendantsOf(xml(part), element)].map(({ attributes }) => resolve(attributes['Source'] ?? '', part));
  const pages = sources(sequence, 'DocumentReference').flatMap((document) => sources(document, 'PageContent'));
  if (pages.length === 0) throw new ConversionError('corrupt', 'no pages');
  return pages;
}

function sequenceOf(xml: Package['xml'], parts: ReadonlyMap<string, Bytes>): string {
  const relations = parts.has('/_rels/.rels') ? [...descendantsOf(xml('/_rels/.rels'), 'Relationship')] : [];
  const told = relations.find(({ attributes }) => SEQUENCE.test(attributes['Type'] ?? ''))?.attributes['Target'];
  const name = told === undefined ? [...parts.keys()].find((key) => key.endsWith('.fdseq')) : resolve(told, '/');
  if (name === undefined) throw new ConversionError('corrupt', 'no sequence of documents');
  return name;
}
