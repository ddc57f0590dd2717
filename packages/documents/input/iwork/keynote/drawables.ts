import { type Bytes, startsWith } from '@bakkum/bytes/bytes';
import type { Picture } from '@bakkum/document-model/model';
import type { SlideItem } from '@bakkum/document-model/slides';
import { type Field, numberIn, within } from '../protocol-buffer.ts';
import { type Objects, referenceIn, referencesIn } from './objects.ts';
import { anchorOf, type Box, boxOf, shapeOf } from './shapes.ts';
import { TextReader } from './text.ts';

/** Message types. */
const PLACEHOLDER = 7;
const TEXT_SHAPE = 2011;
const SHAPE = 3004;
const IMAGE = 3005;
const MOVIE = 3007;
const GROUP = 3008;
const CONNECTION = 3009;
/** The placeholder of the slide number. */
const NUMBER_PLACEHOLDER = 1;

/** Where the contents of a group start, and its depth. */
export type Origin = { readonly x: number; readonly y: number; readonly depth: number };

const MAX_DEPTH = 20;
/** More items than a presentation has; groups can repeat their contents. */
const MAX_ITEMS = 100_000;

/** Part of an image that is shown, in points of the whole image. */
export type Mask = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** Turns the drawables of slides into items. */
export class Drawables {
  readonly #objects: Objects;
  readonly #files: ReadonlyMap<number, Bytes>;
  readonly #text: TextReader;
  #items = 0;
  lacksPictures = false;
  lacksObjects = false;

  constructor(objects: Objects, members: ReadonlyMap<string, Bytes>) {
    this.#objects = objects;
    this.#files = filesOf(members);
    this.#text = new TextReader(objects);
  }

  /** @param owner placeholders of templates only tell what to write */
  itemsOf(id: number, origin: Origin, owner: 'slide' | 'template'): readonly SlideItem[] {
    const object = this.#objects.get(id);
    this.#items += 1;
    if (!object || this.#items > MAX_ITEMS) return [];
    const { type, fields } = object;
    if (type === PLACEHOLDER) {
      const isShown = owner === 'slide' && numberIn(fields, 2) !== NUMBER_PLACEHOLDER;
      return isShown ? this.#textShape(within(fields, 1), origin) : [];
    }
    if (type === TEXT_SHAPE) return this.#textShape(fields, origin);
    if (type === SHAPE) return this.#shape(fields, origin);
    if (type === CONNECTION) return this.#shape(within(fields, 1), origin);
    if (type === IMAGE) return this.#image(fields, origin);
    if (type === GROUP) return this.#group(fields, origin, owner);
    this.lacksObjects = true;
    return type === MOVIE ? this.#poster(fields, origin) : [];
  }

  /** An image of the file, or the part of it in a mask. */
  pictureItems(data: number, box: Box, mask: Mask | undefined): readonly SlideItem[] {
    const bytes = this.#files.get(data);
    const mediaType = bytes && mediaTypeOf(bytes);
    if (!bytes || !mediaType) {
      this.lacksPictures = true;
      return [];
    }
    const picture: Picture = { bytes, mediaType, width: box.width, height: box.height };
    if (!mask || box.width === 0 || box.height === 0) return [{ ...box, kind: 'picture', picture }];
    const crop = {
      left: mask.left / box.width,
      top: mask.top / box.height,
      right: 1 - (mask.left + mask.width) / box.width,
      bottom: 1 - (mask.top + mask.height) / box.height,
    };
    const shown = { left: box.left + mask.left, top: box.top + mask.top, width: mask.width, height: mask.height };
    return [{ ...shown, kind: 'picture', picture, crop }];
  }

  /** @param fields those of TSWP.ShapeInfoArchive */
  #textShape(fields: readonly Field[], origin: Origin): readonly SlideItem[] {
    const shape = within(fields, 1);
    const box = boxOf(within(shape, 1, 1), origin);
    const storage = this.#objects.get(referenceIn(fields, 4) ?? referenceIn(fields, 2));
    const paragraphs = storage ? this.#text.paragraphsOf(storage.fields) : [];
    const drawn = this.#shape(shape, origin);
    if (paragraphs.length === 0) return drawn;
    return [...drawn, { ...box, kind: 'text', paragraphs, anchor: anchorOf(this.#objects, shape) }];
  }

  /** @param fields those of TSD.ShapeArchive */
  #shape(fields: readonly Field[], origin: Origin): readonly SlideItem[] {
    const box = boxOf(within(fields, 1, 1), origin);
    const shape = shapeOf(this.#objects, fields, box);
    return shape ? [{ ...box, kind: 'shapes', shapes: [shape] }] : [];
  }

  #image(fields: readonly Field[], origin: Origin): readonly SlideItem[] {
    const box = boxOf(within(fields, 1, 1), origin);
    const data = referenceIn(fields, 11) ?? referenceIn(fields, 2);
    const mask = this.#objects.get(referenceIn(fields, 5));
    if (data === undefined) return [];
    return this.pictureItems(data, box, mask && boxOf(within(mask.fields, 1, 1), { x: 0, y: 0 }));
  }

  /** The still image of a TSD.MovieArchive. */
  #poster(fields: readonly Field[], origin: Origin): readonly SlideItem[] {
    const data = referenceIn(fields, 15);
    return data === undefined ? [] : this.pictureItems(data, boxOf(within(fields, 1, 1), origin), undefined);
  }

  #group(fields: readonly Field[], origin: Origin, owner: 'slide' | 'template'): readonly SlideItem[] {
    if (origin.depth > MAX_DEPTH) return [];
    const { left, top } = boxOf(within(fields, 1, 1), origin);
    return referencesIn(fields, 2).flatMap((id) => this.itemsOf(id, { x: left, y: top, depth: origin.depth + 1 }, owner));
  }
}

/** Files by the number at the end of their name: `Data/photo-1234.jpeg`. */
function filesOf(members: ReadonlyMap<string, Bytes>): ReadonlyMap<number, Bytes> {
  return new Map(
    [...members].flatMap(([name, bytes]) => {
      const id = /^Data\/.*-(\d+)\.\w+$/.exec(name)?.[1];
      return id === undefined ? [] : [[Number(id), bytes] as const];
    }),
  );
}

function mediaTypeOf(bytes: Bytes): Picture['mediaType'] | undefined {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  return startsWith(bytes, [0x89, 0x50, 0x4e, 0x47]) ? 'image/png' : undefined;
}
