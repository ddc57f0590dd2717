import type { Bytes } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { resolvePath } from '@bakkum/document-input/package-relations';
import { unpackParts } from '@bakkum/document-input/packed-parts';
import { decodeText } from '@bakkum/document-input/text-encoding';
import { readXml } from '@bakkum/document-input/xml-file';
import { decodePercent } from '@bakkum/markup/percent';
import { childOf, descendantsOf, elementsOf, textOf, type XmlElement } from '@bakkum/markup/xml';
import { withoutRootFolder } from './root-folder.ts';

/** Content of an EPUB. Paths are those of the package's members. */
export type EpubInput = {
  readonly title: string;
  readonly author: string;
  readonly publisher: string;
  readonly description: string;
  readonly language: string;
  /** The raw markup of each page in reading order. */
  readonly pages: readonly { readonly path: string; readonly markup: string }[];
  /** `target` is a path with an optional `#` fragment; levels start at 0. */
  readonly contents: readonly { readonly title: string; readonly target: string; readonly level: number }[];
  /** Path of the cover image. */
  readonly cover: string | undefined;
  file(path: string): Bytes | undefined;
};

type Item = { readonly id: string; readonly path: string; readonly mediaType: string; readonly properties: readonly string[] };

/** Opens an EPUB 2 or 3. Errors: `corrupt`, `copy-protected` if its pages are encrypted, `too-large`. */
export function readEpub(bytes: Bytes): EpubInput {
  const parts = unpackParts(withoutRootFolder(bytes));
  const container = parts.get('META-INF/container.xml');
  if (!container) throw new ConversionError('corrupt', 'no container.xml');
  const [root] = [...descendantsOf(readXml(container), 'rootfile')];
  const packagePath = root?.attributes['full-path'] ?? '';
  const packagePart = parts.get(packagePath);
  if (!packagePart) throw new ConversionError('corrupt', 'no package document');
  const book = readXml(packagePart);
  const items = itemsOf(book, packagePath);
  assertReadable(parts, items);
  const spine = elementsOf(childOf(book, 'spine') ?? book).flatMap(({ name, attributes }) =>
    name === 'itemref' ? items.filter(({ id }) => id === attributes['idref']) : [],
  );
  const pages = spine.flatMap(({ path, mediaType }) => {
    const part = /html/.test(mediaType) ? parts.get(path) : undefined;
    return part ? [{ path, markup: decodeText(part) }] : [];
  });
  if (pages.length === 0) throw new ConversionError('corrupt', 'no pages');
  const metadata = childOf(book, 'metadata');
  const said = (name: string): string => {
    const element = metadata && [...descendantsOf(metadata, name)][0];
    return element ? textOf(element).replaceAll(/\s+/g, ' ').trim() : '';
  };
  return {
    title: said('title'),
    author: said('creator'),
    publisher: said('publisher'),
    description: said('description'),
    language: said('language'),
    pages,
    contents: contentsOf(parts, items),
    cover: coverOf(items, metadata),
    file: (path) => parts.get(path),
  };
}

function itemsOf(book: XmlElement, packagePath: string): readonly Item[] {
  return elementsOf(childOf(book, 'manifest') ?? book).flatMap(({ name, attributes }): readonly Item[] => {
    const { id, href, 'media-type': mediaType = '', properties = '' } = attributes;
    if (name !== 'item' || id === undefined || href === undefined) return [];
    return [{ id, path: pathOfLink(packagePath, href), mediaType, properties: properties.split(/\s+/) }];
  });
}

/** Obfuscated fonts are allowed, but encrypted pages mean DRM. */
function assertReadable(parts: ReadonlyMap<string, Bytes>, items: readonly Item[]): void {
  const list = parts.get('META-INF/encryption.xml');
  if (!list) return;
  const encrypted = [...descendantsOf(readXml(list), 'CipherReference')].map(({ attributes }) =>
    decodePercent(attributes['URI'] ?? ''),
  );
  if (items.some(({ path, mediaType }) => /html/.test(mediaType) && encrypted.includes(path)))
    throw new ConversionError('copy-protected', 'its pages are encrypted');
}

function coverOf(items: readonly Item[], metadata: XmlElement | undefined): string | undefined {
  const named = metadata && [...descendantsOf(metadata, 'meta')].find(({ attributes }) => attributes['name'] === 'cover');
  const id = named?.attributes['content'];
  const cover = items.find(({ properties }) => properties.includes('cover-image')) ?? items.find((item) => item.id === id);
  return cover?.mediaType.startsWith('image/') ? cover.path : undefined;
}

function contentsOf(parts: ReadonlyMap<string, Bytes>, items: readonly Item[]): EpubInput['contents'] {
  const navigation = items.find(({ properties }) => properties.includes('nav'));
  const control = items.find(({ mediaType }) => mediaType === 'application/x-dtbncx+xml');
  const rootOf = (item: Item | undefined): XmlElement | undefined => {
    const part = item && parts.get(item.path);
    return part && readXml(part);
  };
  const nav = rootOf(navigation);
  const told = nav && navigation ? navEntries(nav, navigation.path) : [];
  if (told.length > 0) return told;
  const ncx = rootOf(control);
  return ncx && control ? pointEntries(childOf(ncx, 'navMap') ?? ncx, control.path, 0) : [];
}

type Entries = EpubInput['contents'];

function navEntries(root: XmlElement, path: string): Entries {
  const navs = [...descendantsOf(root, 'nav')];
  const nav = navs.find(({ attributes }) => attributes['epub:type'] === 'toc') ?? navs[0];
  const list = nav && childOf(nav, 'ol');
  return list ? listEntries(list, path, 0) : [];
}

function listEntries(list: XmlElement, path: string, level: number): Entries {
  return elementsOf(list).flatMap((item): Entries => {
    const link = childOf(item, 'a');
    const inside = childOf(item, 'ol');
    return [
      ...entryOf(link && textOf(link), link?.attributes['href'], path, level),
      ...(inside ? listEntries(inside, path, level + 1) : []),
    ];
  });
}

function pointEntries(parent: XmlElement, path: string, level: number): Entries {
  return elementsOf(parent)
    .filter(({ name }) => name === 'navPoint')
    .flatMap((point): Entries => {
      const label = childOf(point, 'navLabel');
      const target = childOf(point, 'content')?.attributes['src'];
      return [...entryOf(label && textOf(label), target, path, level), ...pointEntries(point, path, level + 1)];
    });
}

function entryOf(title: string | undefined, href: string | undefined, path: string, level: number): Entries {
  const words = title?.replaceAll(/\s+/g, ' ').trim() ?? '';
  return words === '' || href === undefined ? [] : [{ title: words, target: pathOfLink(path, href), level }];
}

/** Resolves a link in a member to a path, keeping the fragment. */
export function pathOfLink(from: string, address: string): string {
  const [reference = '', place] = address.split('#');
  const path = reference === '' ? from : resolvePath(from, decodePercent(reference));
  return path + (place === undefined ? '' : `#${place}`);
}
