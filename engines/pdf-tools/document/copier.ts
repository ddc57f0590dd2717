import {
  PDFArray,
  PDFCatalog,
  PDFDict,
  type PDFDocument,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFPageLeaf,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib';
import { name } from './objects.ts';
import { decodeName } from './text-strings.ts';

/** Arrays that close the gap when an entry is removed. In other arrays, such as destinations, positions matter. */
const LISTS: ReadonlySet<string> = new Set(['Annots', 'Kids', 'Fields', 'CO', 'K', 'B', 'OCGs', 'ON', 'OFF', 'Order', 'Locked']);

/** Keys into the structure's parent tree (ISO 32000-1, 14.7.4.4). */
const STRUCTURE_KEYS: ReadonlySet<string> = new Set(['StructParents', 'StructParent']);

/** Approximate bytes of memory per entry of an array or dictionary. */
const ENTRY_BYTES = 100;

/**
 * Copies objects of one document into another, with everything they refer to, each once. References to removed objects are left
 * out, so objects reachable only through them are not copied: the copy has no earlier revisions, deleted pages or unused objects.
 */
export class ObjectCopier {
  readonly #source: PDFDocument;
  readonly #target: PDFDocument;
  readonly #removed: ReadonlySet<PDFRef>;
  readonly #structureOffset: number;
  readonly #refs = new Map<PDFRef, PDFRef>();
  readonly #open: (readonly [from: PDFRef, to: PDFRef])[] = [];
  /** Called with the approximate memory of each copied object, in bytes. */
  onCopy: (bytes: number) => void = () => undefined;

  /** @param structureOffset added to the keys of the structure's parent tree, which are unique within one document */
  constructor(source: PDFDocument, target: PDFDocument, removed: ReadonlySet<PDFRef>, structureOffset = 0) {
    this.#source = source;
    this.#target = target;
    this.#removed = removed;
    this.#structureOffset = structureOffset;
  }

  /** Maps an object of the source to an existing object of the target. */
  replace(from: PDFRef, to: PDFRef): void {
    this.#refs.set(from, to);
  }

  /** Returns a copy of a value; `undefined` if it is removed. `finish` copies the objects it refers to. */
  value(object: PDFObject, key = ''): PDFObject | undefined {
    if (object instanceof PDFRef) return this.#ref(object);
    if (object instanceof PDFArray) return this.#array(object, key);
    if (object instanceof PDFStream) {
      const contents = object.getContents();
      this.onCopy(contents.length);
      return PDFRawStream.of(this.dict(object.dict), contents);
    }
    return object instanceof PDFDict ? this.dict(object) : object;
  }

  dict(object: PDFDict): PDFDict {
    return this.#entries(object, PDFDict.withContext(this.#target.context));
  }

  /** Returns a new copy of a page, even if the page has been copied before. */
  page(object: PDFDict): PDFPageLeaf {
    const leaf = PDFPageLeaf.fromMapWithContext(new Map(), this.#target.context, false);
    this.#entries(object, leaf);
    leaf.set(name('Type'), name('Page'));
    return leaf;
  }

  /** Copies everything that the copied values refer to. */
  finish(): void {
    for (let next = this.#open.pop(); next; next = this.#open.pop()) {
      const [from, to] = next;
      const copy = this.value(this.#source.context.lookup(from) ?? PDFNull);
      this.#target.context.assign(to, copy ?? PDFNull);
    }
  }

  #entries(object: PDFDict, made: PDFDict): PDFDict {
    const entries = object.entries();
    this.onCopy(entries.length * ENTRY_BYTES);
    for (const [key, value] of entries) {
      const text = decodeName(key);
      const copy = this.value(value, text);
      if (copy instanceof PDFNumber && STRUCTURE_KEYS.has(text))
        made.set(key, PDFNumber.of(copy.asNumber() + this.#structureOffset));
      else if (copy) made.set(key, copy);
    }
    return made;
  }

  #ref(ref: PDFRef): PDFRef | undefined {
    if (this.#removed.has(ref)) return undefined;
    const known = this.#refs.get(ref);
    if (known) return known;
    const object = this.#source.context.lookup(ref);
    if (object === undefined || object instanceof PDFCatalog) return undefined;
    const made = this.#target.context.nextRef();
    this.#refs.set(ref, made);
    this.#open.push([ref, made]);
    return made;
  }

  #array(array: PDFArray, key: string): PDFArray {
    const made = PDFArray.withContext(this.#target.context);
    this.onCopy(array.size() * ENTRY_BYTES);
    for (const entry of array.asArray()) {
      const copy = this.value(entry);
      if (copy) made.push(copy);
      else if (!LISTS.has(key)) made.push(PDFNull);
    }
    return made;
  }
}
