/** Color spaces that PDF/A-2b allows next to an sRGB output intent (ISO 19005-2, 6.2.4). */
import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRawStream } from '@cantoo/pdf-lib';
import { name, numberOf } from '../document/objects.ts';
import { decodeName } from '../document/text-strings.ts';
import { unpack } from '../document/unpacking.ts';

const SIMPLE: ReadonlySet<string> = new Set(['DeviceGray', 'G', 'DeviceRGB', 'RGB', 'CalGray', 'CalRGB', 'Lab', 'Pattern']);
/** Position of the space that another one is based on, in its array. */
const BASES: Readonly<Record<string, number>> = { Indexed: 1, I: 1, Separation: 2, DeviceN: 2 };
const MAX_COLORANTS = 32;
const MAX_DEPTH = 8;

export class ColourRules {
  /** Operators can name the same space millions of times. */
  readonly #known = new Map<PDFArray, boolean>();

  isAllowed(space: PDFObject | undefined, depth = 0): boolean {
    if (space instanceof PDFName) return SIMPLE.has(decodeName(space));
    if (!(space instanceof PDFArray) || depth > MAX_DEPTH) return false;
    const known = this.#known.get(space);
    if (known !== undefined) return known;
    this.#known.set(space, false); // a space that contains itself
    const isAllowed = this.#isAllowedArray(space, depth);
    this.#known.set(space, isAllowed);
    return isAllowed;
  }

  #isAllowedArray(space: PDFArray, depth: number): boolean {
    const family = space.size() > 0 ? space.lookup(0) : undefined;
    if (!(family instanceof PDFName)) return false;
    const text = decodeName(family);
    if (text === 'ICCBased') return isArchivalProfile(space.lookup(1));
    if (text === 'Pattern') return space.size() < 2 || this.isAllowed(space.lookup(1), depth + 1);
    const base = Object.hasOwn(BASES, text) ? BASES[text] : undefined;
    if (base === undefined) return SIMPLE.has(text);
    return this.isAllowed(space.lookup(base), depth + 1) && (text !== 'DeviceN' || this.#hasAllowedColorants(space, depth));
  }

  #hasAllowedColorants(space: PDFArray, depth: number): boolean {
    const names = space.lookup(1);
    if (!(names instanceof PDFArray) || names.size() > MAX_COLORANTS) return false;
    const attributes = space.size() > 4 ? space.lookup(4) : undefined;
    const colorants = attributes instanceof PDFDict ? attributes.lookup(name('Colorants')) : undefined;
    if (!(colorants instanceof PDFDict)) return true;
    return colorants.values().every((value) => this.isAllowed(colorants.context.lookup(value), depth + 1));
  }
}

const COMPONENTS: Readonly<Record<string, number>> = { GRAY: 1, 'RGB ': 3, 'Lab ': 3, CMYK: 4 };
const CLASSES: ReadonlySet<string> = new Set(['prtr', 'mntr', 'scnr', 'spac']);
const MAX_VERSION = 4;

function isArchivalProfile(stream: PDFObject | undefined): boolean {
  if (!(stream instanceof PDFRawStream)) return false;
  const profile = unpacked(stream);
  const textAt = (at: number): string => String.fromCharCode(...(profile?.subarray(at, at + 4) ?? []));
  return (
    profile !== undefined &&
    textAt(36) === 'acsp' &&
    (profile[8] ?? 0) <= MAX_VERSION &&
    CLASSES.has(textAt(12)) &&
    COMPONENTS[textAt(16)] === numberOf(stream.dict, 'N')
  );
}

function unpacked(stream: PDFRawStream): Uint8Array | undefined {
  try {
    return unpack(stream);
  } catch {
    return undefined; // damaged
  }
}
