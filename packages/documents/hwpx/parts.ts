import type { Bytes } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { unpackParts } from '@bakkum/document-input/packed-parts';
import { descendantsOf, parseXml, type XmlElement } from '@bakkum/markup/xml';
import { strFromU8 } from 'fflate';
import { invisibleBox, withCellColumns } from './cell-columns.ts';
import { type Corrections, hasExchangedColours, NO_CORRECTIONS, normalizedXml } from './normalize.ts';

/** The parts of an HWPX package with its text. */
export type Parts = {
  readonly title: string;
  readonly author: string;
  readonly head: XmlElement;
  readonly sections: readonly XmlElement[];
  /** Images by the name the text uses. */
  readonly pictures: ReadonlyMap<string, Bytes>;
};

const PACKAGE = 'Contents/content.hpf';
/** Opens a package (OWPML, KS X 6101) and reads its parts. Errors: `corrupt`, `too-large`. */
export function readParts(file: Bytes): Parts {
  const files = unpackParts(file);
  const version = files.get('version.xml');
  const exchangesColours = version !== undefined && hasExchangedColours(strFromU8(version));
  const corrections = { ...NO_CORRECTIONS, exchangesColours, simplifies: true };
  const contents = xmlOf(files, PACKAGE, corrections);
  const items = [...descendantsOf(contents, 'item')];
  const hrefOf = new Map(items.map(({ attributes }) => [attributes['id'] ?? '', attributes['href'] ?? '']));
  const order = [...descendantsOf(contents, 'itemref')].map(({ attributes }) => hrefOf.get(attributes['idref'] ?? '') ?? '');
  const isSection = (path: string): boolean => /section\d+\.xml$/i.test(path);
  const paths = order.some(isSection) ? order.filter(isSection) : [...files.keys()].filter(isSection).sort(byNumber);
  if (paths.length === 0) throw new ConversionError('corrupt', 'no section');
  const headPath = [...hrefOf.values(), ...files.keys()].find((path) => /header\.xml$/i.test(path)) ?? 'Contents/header.xml';
  const meta = (name: string): string =>
    textIn([...descendantsOf(contents, 'meta')].find(({ attributes }) => attributes['name'] === name));
  const head = xmlOf(files, headPath, corrections);
  const box = invisibleBox(head) ?? '';
  return {
    title: textIn(descendantsOf(contents, 'title').next().value),
    author: meta('creator'),
    head,
    sections: paths.map((path) => withCellColumns(xmlOf(files, path, corrections), box)),
    pictures: picturesOf(files, hrefOf),
  };
}

/** The title in the description of a package; empty if there is none. Errors: `corrupt`. */
export function packageTitle(file: Bytes): string {
  const contents = unpackParts(file, (path) => path === PACKAGE).get(PACKAGE);
  return contents ? textIn(descendantsOf(parseXml(strFromU8(contents)), 'title').next().value) : '';
}

/** Paths are relative to the package root, in some files to the package folder. */
function xmlOf(files: ReadonlyMap<string, Bytes>, path: string, corrections: Corrections): XmlElement {
  const bytes = files.get(path) ?? files.get(`Contents/${path}`);
  if (!bytes) throw new ConversionError('corrupt', `no ${path}`);
  return parseXml(normalizedXml(strFromU8(bytes), corrections));
}

function picturesOf(files: ReadonlyMap<string, Bytes>, hrefOf: ReadonlyMap<string, string>): ReadonlyMap<string, Bytes> {
  const pictures = new Map<string, Bytes>();
  for (const [id, path] of hrefOf) {
    const bytes = files.get(path) ?? files.get(`Contents/${path}`);
    if (bytes && !path.endsWith('.xml')) pictures.set(id, bytes);
  }
  for (const [path, bytes] of files) {
    const name = /^BinData\/([^./]+)/.exec(path)?.[1];
    if (name !== undefined && !pictures.has(name)) pictures.set(name, bytes);
  }
  return pictures;
}

function byNumber(a: string, b: string): number {
  return Number(/\d+/.exec(a)?.[0]) - Number(/\d+/.exec(b)?.[0]);
}

function textIn(element: XmlElement | undefined): string {
  return (element?.children ?? [])
    .filter((child) => typeof child === 'string')
    .join('')
    .trim();
}
