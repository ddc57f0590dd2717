import type { EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { type PDFContext, PDFDict, type PDFObject, PDFRawStream, type PDFRef, PDFStream, PDFString } from '@cantoo/pdf-lib';
import type { Part } from '../document/assemble.ts';
import { arrayOf, dictAt, dictFrom, dictOf, name, nameOf, numberOf, reachable } from '../document/objects.ts';
import { decodeName } from '../document/text-strings.ts';
import { numbersOf, rounded } from '../pages/boxes.ts';
import { contentOf, pageContent } from '../pages/content.ts';
import { grayImages } from './images.ts';
import { type Device, grayOf } from './luminance.ts';
import { grayContent, SPACE_NAMES } from './operators.ts';
import { GraySpaces, modelOf } from './spaces.ts';

/**
 * Makes everything on the pages gray: the colours of text, lines, areas, patterns, shadings, images and annotations.
 * @param report called with the fraction that is done
 * @returns the number of colours that could not be replaced
 */
export async function makeGray(part: Part, context: EngineContext, report: (fraction: number) => void): Promise<number> {
  const { document, pages } = part;
  const contents = new GrayContents(document.context);
  for (const { dict } of pages) contents.page(dict);
  contents.others();
  context.signal.throwIfAborted();
  const open = await grayImages(document, context, report);
  const spaces = new GraySpaces(document.context);
  const dicts = reachable(document).objects.flatMap((object) => dictFrom(object) ?? []);
  const shared: Shared = { spaces: new Set(), appearances: new Map() };
  for (const dict of dicts) grayEntriesOf(dict, spaces, shared);
  if (contents.needsSpaces) for (const dict of dicts) addDeviceSpaces(dict, spaces);
  return contents.left + spaces.left + open;
}

/** Maximum bytes of operators in a document, however many pages name the same ones. */
const MAX_OPERATORS = 1024 * 1024 * 1024;

class GrayContents {
  readonly #context: PDFContext;
  /** What replaces the contents of a page; `undefined` if they stay. Pages can share them. */
  readonly #pages = new Map<PDFObject | undefined, PDFRef | undefined>();
  #bytes = 0;
  left = 0;
  needsSpaces = false;

  constructor(context: PDFContext) {
    this.#context = context;
  }

  page(page: PDFDict): void {
    const given = page.get(name('Contents'));
    if (!this.#pages.has(given)) {
      const gray = this.#gray(() => pageContent(page));
      this.#pages.set(given, gray && this.#context.register(this.#context.flateStream(gray)));
    }
    const made = this.#pages.get(given);
    if (made) page.set(name('Contents'), made);
  }

  /** Forms, patterns, the glyphs of Type 3 fonts, and the appearances of annotations. */
  others(): void {
    const glyphs = new Set<PDFObject>();
    const all = this.#context.enumerateIndirectObjects();
    // Fonts can share their glyphs.
    const procedures = new Set(all.map(([, object]) => dictOf(dictFrom(object), 'CharProcs')));
    for (const dict of procedures) for (const glyph of dict?.values() ?? []) glyphs.add(glyph);
    for (const [ref, object] of all) {
      if (!(object instanceof PDFStream) || !(isDrawing(object.dict) || glyphs.has(ref))) continue;
      const made = this.#gray(() => contentOf(object));
      if (made) this.#context.assign(ref, this.#repacked(object.dict, made));
    }
  }

  #gray(read: () => Uint8Array): Uint8Array | undefined {
    try {
      const content = read();
      this.#bytes += content.length;
      if (this.#bytes > MAX_OPERATORS) throw new ConversionError('too-large', 'too many operators');
      const { bytes, left, needsSpaces } = grayContent(content);
      this.left += left;
      this.needsSpaces ||= needsSpaces;
      return bytes;
    } catch (cause) {
      if (!(cause instanceof ConversionError) || cause.code === 'too-large') throw cause;
      this.left += 1; // packed in an unknown way
      return undefined;
    }
  }

  #repacked(dict: PDFDict, bytes: Uint8Array): PDFRawStream {
    const packed = this.#context.flateStream(bytes);
    const entries = dict.clone();
    for (const key of ['Filter', 'DecodeParms', 'Length']) entries.delete(name(key));
    entries.set(name('Filter'), name('FlateDecode'));
    return PDFRawStream.of(entries, packed.contents);
  }
}

function isDrawing(dict: PDFDict): boolean {
  return nameOf(dict, 'Subtype') === 'Form' || numberOf(dict, 'PatternType') === 1;
}

/** What many dictionaries can share, and is made gray once. */
type Shared = { readonly spaces: Set<PDFDict>; readonly appearances: Map<PDFString, PDFString | undefined> };

function grayEntriesOf(dict: PDFDict, spaces: GraySpaces, shared: Shared): void {
  const named = dict.lookup(name('ColorSpace'));
  if (named instanceof PDFDict) {
    if (!shared.spaces.has(named)) graySpacesOf(named, spaces);
    shared.spaces.add(named);
  } else replaceSpace(dict, 'ColorSpace', spaces);
  grayGroup(dict);
  if (dict.has(name('Rect')) && dict.has(name('Subtype'))) for (const key of ['C', 'IC']) grayColour(dict, key);
  const look = dictOf(dict, 'MK');
  if (look) for (const key of ['BG', 'BC']) grayColour(look, key);
  grayDefaults(dict, shared);
}

/** Replaces the named colour spaces of resources. Deletes the defaults for device colours, which are no longer used. */
function graySpacesOf(named: PDFDict, spaces: GraySpaces): void {
  for (const key of named.keys()) {
    const text = decodeName(key);
    if (text === 'DefaultRGB' || text === 'DefaultCMYK') named.delete(key);
    else replaceSpace(named, text, spaces);
  }
}

function replaceSpace(dict: PDFDict, key: string, spaces: GraySpaces): void {
  const instead = spaces.instead(dict.get(name(key)));
  if (instead) dict.set(name(key), instead);
}

/** Makes transparency groups blend in gray, and the backdrop of a soft mask gray. */
function grayGroup(dict: PDFDict): void {
  const form = dict.lookup(name('G'));
  const backdrop = form instanceof PDFStream ? arrayOf(dict, 'BC') : undefined;
  if (backdrop && form instanceof PDFStream) grayColour(dict, 'BC');
  const group = dictOf(dict, 'Group');
  const space = group?.lookup(name('CS'));
  if (group && space && modelOf(space)) group.set(name('CS'), name('DeviceGray'));
}

/** An array of three (RGB) or four (CMYK) numbers. */
function grayColour(dict: PDFDict, key: string): void {
  const array = arrayOf(dict, key);
  const numbers = (array?.size() ?? 0) > 4 ? [] : numbersOf(array);
  const model: Device | undefined = numbers.length === 3 ? 'rgb' : numbers.length === 4 ? 'cmyk' : undefined;
  if (model) dict.set(name(key), dict.context.obj([rounded(grayOf(model, numbers))]));
}

/** The default appearance of form fields and comments. */
function grayDefaults(dict: PDFDict, { appearances }: Shared): void {
  const given = dict.lookup(name('DA'));
  if (!(given instanceof PDFString)) return;
  const made = appearances.has(given) ? appearances.get(given) : grayAppearance(given);
  appearances.set(given, made);
  if (made) dict.set(name('DA'), made);
}

function grayAppearance(given: PDFString): PDFString | undefined {
  const { bytes } = grayContent(given.asBytes());
  const text = bytes && new TextDecoder('latin1').decode(bytes);
  return text === undefined || /[()\\]/.test(text) ? undefined : PDFString.of(text);
}

/** Adds the spaces that replace device colour spaces to resources. */
function addDeviceSpaces(dict: PDFDict, spaces: GraySpaces): void {
  const resources = dictOf(dict, 'Resources');
  if (!resources) return;
  const named = dictAt(resources, 'ColorSpace');
  for (const model of ['rgb', 'cmyk'] as const) named.set(name(SPACE_NAMES[model]), spaces.device(model));
}
