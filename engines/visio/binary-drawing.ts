import type { Bytes } from '@bakkum/bytes/bytes';
import { readCompoundFile } from '@bakkum/compound-file/storage';
import { ConversionError } from '@bakkum/conversion/errors';
import { descendantsOf, type XmlElement } from '@bakkum/markup/xml';
import {
  cellsIn,
  cellsOf,
  characterSection,
  element,
  geometrySection,
  KIND,
  paragraphSection,
  textElement,
} from './binary-cells.ts';
import { type Part, partsOf } from './binary-tree.ts';
import type { Drawing, Master, Page } from './drawing.ts';
import { sheetOf } from './sheet.ts';

const VERSION_AT = 0x1a;
/** Visio 2000 and 2002, and Visio 2003 to 2010. */
const VERSION = { early: 6, late: 11 } as const;
const NONE = 0xffffffff;
const IS_FOREGROUND = 1;
const MAX_DEPTH = 40;

/** Reads a drawing of Visio 2000 to 2010 into the XML structure of later versions. Errors: `corrupt`, `unsupported-feature`. */
export function openBinaryDrawing(file: Bytes): Drawing {
  const stream = readCompoundFile(file).streams.get('VisioDocument')?.();
  if (!stream) throw new ConversionError('corrupt', 'no drawing in it');
  const version = stream[VERSION_AT];
  if (version !== VERSION.early && version !== VERSION.late)
    throw new ConversionError('unsupported-feature', `a drawing of version ${version ?? 0}`);
  const reader = new DrawingReader(version === VERSION.late);
  try {
    return reader.drawing(partsOf(stream));
  } catch (cause) {
    throw cause instanceof RangeError ? new ConversionError('corrupt', 'a part is too short', { cause }) : cause;
  }
}

/** Returns all descendants of a type. */
function found(parts: readonly Part[], type: number): readonly Part[] {
  return parts.flatMap((part) => (part.type === type ? [part] : found(part.parts, type)));
}

const SHAPES: ReadonlySet<number> = new Set([KIND.group, KIND.shape, KIND.foreign]);

class DrawingReader {
  readonly #isWide: boolean;
  /** Row count of the longest geometry of a master. */
  #mostRows = 0;
  readonly #pictures = new Map<string, { readonly path: string; readonly bytes: Bytes }>();

  constructor(isWide: boolean) {
    this.#isWide = isWide;
  }

  drawing(parts: readonly Part[]): Drawing {
    const styles = found(parts, KIND.styles).flatMap((list) => found(list.parts, KIND.style));
    const masters = found(parts, KIND.stencils).flatMap((list) => found(list.parts, KIND.stencilPage));
    this.#mostRows = Math.max(0, ...found(masters, KIND.geometry).map((each) => each.parts.length));
    return {
      pages: found(parts, KIND.pages).flatMap((list) =>
        list.parts.flatMap((part) => (part.type === KIND.page ? [this.#page(part)] : [])),
      ),
      masters: new Map(masters.flatMap((part) => this.#master(part))),
      styles: new Map(styles.map((part) => [String(part.id), sheetOf(styleElement(part))])),
      theme: new Map(),
    };
  }

  #page(part: Part): Page {
    const sheet = part.parts.find(({ type }) => type === KIND.pageSheet);
    const cells = new Map(sheet ? allCells(sheet) : []);
    const size = (name: string, fallback: number): number => {
      const inches = Number(cells.get(name));
      return inches > 0 ? inches : fallback;
    };
    const background = part.data.byteLength >= 12 ? part.data.getUint32(8, true) : NONE;
    return {
      id: String(part.id),
      name: '',
      isBackground: (part.format & IS_FOREGROUND) === 0,
      backgroundId: background === NONE ? undefined : String(background),
      width: size('PageWidth', 8.5),
      height: size('PageHeight', 11),
      shapes: this.#shapes(part),
      picture: (relation) => this.#pictures.get(relation),
    };
  }

  #master(part: Part): readonly (readonly [string, Master])[] {
    const [root] = this.#shapes(part);
    if (!root) return [];
    const all = [root, ...descendantsOf(root, 'Shape')];
    const byId = new Map(all.map((shape) => [shape.attributes['ID'] ?? '', sheetOf(shape)]));
    return [[String(part.id), { root: sheetOf(root), byId }]];
  }

  /** Returns the top-level shapes of a page; parts of a group name their group. */
  #shapes(page: Part): readonly XmlElement[] {
    const shapes = page.parts.filter(({ type }) => SHAPES.has(type));
    const ids = new Set(shapes.map(({ id }) => id));
    const groups = Map.groupBy(shapes, ({ id, data }) => {
      const parent = data.byteLength >= 14 ? data.getUint32(10, true) : 0;
      return ids.has(parent) && parent !== id ? parent : undefined;
    });
    const build = (part: Part, depth: number): XmlElement => {
      const held = [...(groups.get(part.id) ?? []), ...part.parts.filter(({ type }) => SHAPES.has(type))];
      const inside = depth > MAX_DEPTH ? [] : stacked(held, part);
      return this.#shape(
        part,
        inside.map((each) => build(each, depth + 1)),
      );
    };
    return stacked(groups.get(undefined) ?? [], page).map((part) => build(part, 0));
  }

  #shape(part: Part, inside: readonly XmlElement[]): XmlElement {
    const { data } = part;
    const reference = (at: number): number => (at + 4 <= data.byteLength ? data.getUint32(at, true) : NONE);
    const named = (name: string, at: number): Record<string, string> => {
      const id = reference(at);
      return id === NONE ? {} : { [name]: String(id) };
    };
    const attributes = {
      ID: String(part.id),
      ...named('Master', 18),
      ...named('MasterShape', 26),
      ...named('LineStyle', 34),
      ...named('FillStyle', 42),
      ...named('TextStyle', 50),
    };
    const children = [...contentOf(part, this.#mostRows), ...this.#words(part), ...this.#foreign(part)];
    return element('Shape', attributes, inside.length === 0 ? children : [...children, element('Shapes', {}, inside)]);
  }

  #words(part: Part): readonly XmlElement[] {
    const text = own(part, KIND.text)[0];
    if (!text) return [];
    const rows = [...own(part, KIND.characterRow), ...own(part, KIND.paragraphRow)];
    const words = textElement(text, rows, this.#isWide);
    return words.children.some((child) => typeof child === 'string' && child !== '') ? [words] : [];
  }

  #foreign(part: Part): readonly XmlElement[] {
    const [type] = own(part, KIND.foreignType);
    const [content] = own(part, KIND.foreignData);
    if (!type || !content) return [];
    const ending =
      type.data.byteLength >= 44 ? PICTURES[`${type.data.getUint16(36, true)}.${type.data.getUint32(40, true)}`] : undefined;
    const id = String(this.#pictures.size + 1);
    const { buffer, byteOffset, byteLength } = content.data;
    const bytes = new Uint8Array(byteLength);
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength));
    this.#pictures.set(id, { path: `picture.${ending ?? 'emf'}`, bytes });
    return [element('ForeignData', {}, [element('Rel', { 'r:id': id }, [])])];
  }
}

/** Sorts shapes by the z-order listed in their page or group. */
function stacked(shapes: readonly Part[], around: Part): readonly Part[] {
  const sheet = around.parts.find(({ type }) => type === KIND.pageSheet);
  const list = [...around.parts, ...(sheet?.parts ?? [])].find(({ type }) => type === KIND.shapeList);
  const ids = (list?.parts ?? []).flatMap(({ type, data }) =>
    type === KIND.shapeId && data.byteLength >= 4 ? [data.getUint32(0, true)] : [],
  );
  const places = new Map(ids.map((id, place) => [id, place]));
  return shapes.toSorted((one, other) => (places.get(one.id) ?? ids.length) - (places.get(other.id) ?? ids.length));
}

/** Bitmap types by kind and format of the foreign data. */
const PICTURES: Readonly<Record<string, string>> = { '1.1': 'jpg', '1.2': 'gif', '1.4': 'png' };

/** Returns parts of a type in a shape, excluding nested shapes. */
function own({ parts }: Part, type: number): readonly Part[] {
  return parts.flatMap((part) => (SHAPES.has(part.type) ? [] : part.type === type ? [part] : own(part, type)));
}

function allCells(part: Part): readonly (readonly [string, number | string])[] {
  return [...cellsIn(part), ...part.parts.flatMap((each) => (SHAPES.has(each.type) ? [] : allCells(each)))];
}

/** Reads cells and sections of a shape or style. */
function contentOf(part: Part, mostRows: number): readonly XmlElement[] {
  const [characters] = own(part, KIND.characters);
  const [paragraphs] = own(part, KIND.paragraphs);
  return [
    ...cellsOf(allCells(part)),
    ...own(part, KIND.geometry).map((each, index) => geometrySection(each, index, mostRows)),
    ...(characters ? [characterSection(characters)] : []),
    ...(paragraphs ? [paragraphSection(paragraphs)] : []),
  ];
}

function styleElement(part: Part): XmlElement {
  const { data } = part;
  const named = (name: string, at: number): Record<string, string> =>
    at + 4 <= data.byteLength && data.getUint32(at, true) !== NONE ? { [name]: String(data.getUint32(at, true)) } : {};
  const attributes = { ID: String(part.id), ...named('LineStyle', 34), ...named('FillStyle', 42), ...named('TextStyle', 50) };
  return element('StyleSheet', attributes, contentOf(part, 0));
}
