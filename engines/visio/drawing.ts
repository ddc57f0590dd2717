import type { Bytes } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { type Relation, relationsOf } from '@bakkum/document-input/package-relations';
import { unpackParts } from '@bakkum/document-input/packed-parts';
import { childOf, descendantsOf, elementsOf, parseXml, type XmlElement } from '@bakkum/markup/xml';
import { type Sheet, sheetOf } from './sheet.ts';

/** A page: its sheet, shapes, and the images they refer to. Sizes are in inches. */
export type Page = {
  readonly id: string;
  readonly name: string;
  readonly isBackground: boolean;
  readonly backgroundId: string | undefined;
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly XmlElement[];
  readonly picture: (relation: string) => { readonly path: string; readonly bytes: Bytes } | undefined;
};

export type Drawing = {
  readonly pages: readonly Page[];
  /** Masters by id, with their shapes by id. */
  readonly masters: ReadonlyMap<string, Master>;
  readonly styles: ReadonlyMap<string, Sheet>;
  /** Theme colours by DrawingML name: `accent1`, `dk1`. */
  readonly theme: ReadonlyMap<string, string>;
};

export type Master = { readonly root: Sheet; readonly byId: ReadonlyMap<string, Sheet> };

/** Visio's default page size: Letter. */
const DEFAULT_WIDTH = 8.5;
const DEFAULT_HEIGHT = 11;

/** Reads a Visio package ([MS-VSDX]). Errors: `corrupt`, `encrypted`, `unsupported-feature`. */
export function openDrawing(file: Bytes): Drawing {
  const parts = new Parts(file);
  const document = parts.xml('visio/document.xml');
  if (!document) throw new ConversionError('corrupt', 'no drawing in it');
  const pages = parts.xml('visio/pages/pages.xml');
  if (!pages) throw new ConversionError('unsupported-feature', 'shapes to draw with, but no page');
  return {
    pages: elementsOf(pages).flatMap((page) => pageOf(page, parts)),
    masters: mastersIn(parts),
    styles: new Map([...descendantsOf(document, 'StyleSheet')].map((style) => [style.attributes['ID'] ?? '', sheetOf(style)])),
    theme: themeIn(parts),
  };
}

class Parts {
  readonly #members: ReadonlyMap<string, Bytes>;

  constructor(file: Bytes) {
    this.#members = unpackParts(file, (name) => name.startsWith('visio/'));
  }

  bytes(path: string): Bytes | undefined {
    return this.#members.get(path);
  }

  xml(path: string): XmlElement | undefined {
    const bytes = this.#members.get(path);
    return bytes && parseXml(new TextDecoder().decode(bytes));
  }

  relations(path: string): ReadonlyMap<string, Relation> {
    return relationsOf(this.#members, path);
  }

  paths(pattern: RegExp): readonly string[] {
    return [...this.#members.keys()].filter((path) => pattern.test(path));
  }
}

function relationOf(element: XmlElement): string {
  return childOf(element, 'Rel')?.attributes['r:id'] ?? '';
}

function pageOf(page: XmlElement, parts: Parts): readonly Page[] {
  const path = parts.relations('visio/pages/pages.xml').get(relationOf(page))?.target;
  const contents = path === undefined ? undefined : parts.xml(path);
  if (path === undefined || !contents) return [];
  const sheet = childOf(page, 'PageSheet');
  const cells = sheet ? sheetOf(sheet).cells : new Map<string, string>();
  const relations = parts.relations(path);
  const size = (name: string, fallback: number): number => {
    const inches = Number(cells.get(name));
    return inches > 0 ? inches : fallback;
  };
  return [
    {
      id: page.attributes['ID'] ?? '',
      name: page.attributes['Name'] ?? page.attributes['NameU'] ?? '',
      isBackground: page.attributes['Background'] === '1',
      backgroundId: page.attributes['BackPage'],
      width: size('PageWidth', DEFAULT_WIDTH),
      height: size('PageHeight', DEFAULT_HEIGHT),
      shapes: sheetOf(contents).shapes,
      picture: (relation) => {
        const picture = relations.get(relation)?.target;
        const bytes = picture === undefined ? undefined : parts.bytes(picture);
        return picture === undefined || !bytes ? undefined : { path: picture, bytes };
      },
    },
  ];
}

function mastersIn(parts: Parts): ReadonlyMap<string, Master> {
  const list = parts.xml('visio/masters/masters.xml');
  if (!list) return new Map();
  const relations = parts.relations('visio/masters/masters.xml');
  return new Map(
    elementsOf(list).flatMap((master) => {
      const contents = parts.xml(relations.get(relationOf(master))?.target ?? '');
      const [root] = contents ? sheetOf(contents).shapes : [];
      if (!root) return [];
      const byId = new Map(
        [root, ...descendantsOf(root, 'Shape')].map((shape) => [shape.attributes['ID'] ?? '', sheetOf(shape)]),
      );
      return [[master.attributes['ID'] ?? '', { root: sheetOf(root), byId }]];
    }),
  );
}

function themeIn(parts: Parts): ReadonlyMap<string, string> {
  const [path] = parts.paths(/^visio\/theme\/theme\d+\.xml$/);
  const root = path === undefined ? undefined : parts.xml(path);
  const [scheme] = root ? [...descendantsOf(root, 'clrScheme')] : [];
  if (!scheme) return new Map();
  return new Map(
    elementsOf(scheme).flatMap((colour) => {
      const [value] = elementsOf(colour);
      const hex = value?.attributes['lastClr'] ?? value?.attributes['val'] ?? '';
      return /^[0-9a-f]{6}$/i.test(hex) ? [[colour.name, `#${hex.toLowerCase()}`]] : [];
    }),
  );
}
