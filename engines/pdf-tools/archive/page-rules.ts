/** Checks what pages draw by the rules of PDF/A-2b (ISO 19005-2, 6.2). */
import { ConversionError } from '@bakkum/conversion/errors';
import { PDFArray, PDFBool, type PDFContext, PDFDict, PDFName, type PDFObject, PDFStream } from '@cantoo/pdf-lib';
import { arrayOf, dictOf, filtersOf, name, nameOf, numberOf } from '../document/objects.ts';
import { decodeName } from '../document/text-strings.ts';
import { numbersOf } from '../pages/boxes.ts';
import { contentOf, pageContent } from '../pages/content.ts';
import { contentOperators, type Operand } from '../pages/content-operators.ts';
import { ColourRules } from './colour-rules.ts';
import { isArchivalFont } from './font-rules.ts';

/** All operators of PDF 1.7. */
const OPERATORS: ReadonlySet<string> = new Set(
  (
    'b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l M m MP n q Q re RG rg ri s S ' +
    `SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' "`
  ).split(' '),
);
/** Words in dictionaries and arrays, which are no operators. */
const LITERALS: ReadonlySet<string> = new Set(['true', 'false', 'null']);
const SHOWING: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"']);
const INVISIBLE = 3;
const BLEND_MODES: ReadonlySet<string | undefined> = new Set(
  (
    'Normal Compatible Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight SoftLight Difference Exclusion Hue ' +
    'Saturation Color Luminosity'
  ).split(' '),
);
const INTENTS: ReadonlySet<string | undefined> = new Set([
  'RelativeColorimetric',
  'AbsoluteColorimetric',
  'Perceptual',
  'Saturation',
]);
const BIT_DEPTHS: ReadonlySet<number | undefined> = new Set([1, 2, 4, 8, 16]);
/** Limits of ISO 19005-2, 6.1.13. */
const MAX_INTEGER = 2_147_483_647;
const MAX_SAVED_STATES = 28;
/** In units of a page, usually points. */
const MIN_SIDE = 3;
const MAX_SIDE = 14_400;
/** Forms in forms. */
const MAX_DEPTH = 20;
/** Maximum bytes of operators in a document. */
const MAX_OPERATORS = 1024 * 1024 * 1024;
/** What a content stream counts at least, in bytes, because fonts can share any number of tiny glyphs. */
const MIN_CONTENT = 1000;
/** Maximum operands of an operator with literals among them. */
const MAX_OPERANDS = 10_000;

type TextState = { readonly font: PDFDict | undefined; readonly mode: number };

/** Thrown to leave the walk at the first thing that is not allowed. */
class NotAllowed extends Error {}

function require(isAllowed: boolean): void {
  if (!isAllowed) throw new NotAllowed();
}

export class PageRules {
  readonly #context: PDFContext;
  readonly #colours = new ColourRules();
  readonly #fonts = new Map<PDFDict, boolean>();
  /** Objects that were found to be allowed, or are being checked. */
  readonly #allowed = new Set<PDFObject>();
  readonly #refused = new Set<PDFObject>();
  #bytes = 0;

  constructor(context: PDFContext) {
    this.#context = context;
  }

  /**
   * Returns whether everything that a page draws is allowed. Entries without a visible effect are removed.
   * @throws ConversionError `too-large`, and `unsupported-feature` for a page of a size that PDF/A does not allow
   */
  isAllowed(page: PDFDict): boolean {
    assertSize(page);
    try {
      this.#group(page);
      this.#content(pageContent(page), dictOf(page, 'Resources'), 0);
      return true;
    } catch (cause) {
      if (cause instanceof ConversionError && cause.code === 'too-large') throw cause;
      if (cause instanceof NotAllowed || cause instanceof ConversionError) return false;
      throw cause;
    }
  }

  #content(bytes: Uint8Array, resources: PDFDict | undefined, depth: number): void {
    this.#bytes += Math.max(MIN_CONTENT, bytes.length);
    if (this.#bytes > MAX_OPERATORS) throw new ConversionError('too-large', 'too many operators');
    const saved: TextState[] = [];
    let text: TextState = { font: undefined, mode: 0 };
    let before: readonly Operand[] = [];
    this.#defaultSpaces(resources);
    for (const [operator, given] of contentOperators(bytes)) {
      const operands = before.length > 0 ? [...before, ...given] : given;
      before = LITERALS.has(operator) ? [...operands, operator] : [];
      require(before.length <= MAX_OPERANDS);
      if (before.length > 0) continue;
      require(OPERATORS.has(operator));
      require(operands.every((value) => typeof value === 'string' || Math.abs(value) <= MAX_INTEGER));
      if (operator === 'q') require(saved.push(text) <= MAX_SAVED_STATES);
      else if (operator === 'Q') text = saved.pop() ?? text;
      else if (operator === 'Tf') text = { ...text, font: this.#dict(resources, 'Font', operands.at(-2)) };
      else if (operator === 'Tr') text = { ...text, mode: Number(operands.at(-1)) };
      else if (SHOWING.has(operator)) this.#text(text, resources, depth);
      else this.#operator(operator, operands, resources, depth);
    }
  }

  #operator(operator: string, operands: readonly Operand[], resources: PDFDict | undefined, depth: number): void {
    const operand = operands.at(-1);
    switch (operator) {
      case 'k':
      case 'K':
        throw new NotAllowed();
      case 'cs':
      case 'CS':
        return this.#space(operand, resources);
      case 'scn':
      case 'SCN':
        return typeof operand === 'string' ? this.#pattern(operand, resources, depth) : undefined;
      case 'sh':
        return this.#shading(this.#object(resources, 'Shading', operand));
      case 'Do':
        return this.#external(this.#object(resources, 'XObject', operand), depth);
      case 'gs':
        return this.#graphicsState(this.#dict(resources, 'ExtGState', operand), depth);
      case 'ri':
        return require(typeof operand === 'string' && INTENTS.has(operand.slice(1)));
      case 'ID':
        return this.#inlineImage(operands, resources);
      default:
    }
  }

  #object(resources: PDFDict | undefined, category: string, operand: Operand | undefined): PDFObject | undefined {
    if (typeof operand !== 'string') return undefined;
    return dictOf(resources, category)?.lookup(PDFName.of(operand.slice(1)));
  }

  #dict(resources: PDFDict | undefined, category: string, operand: Operand | undefined): PDFDict {
    const found = this.#object(resources, category, operand);
    if (!(found instanceof PDFDict)) throw new NotAllowed();
    return found;
  }

  /** Calls `check` once for each object. Objects can contain themselves. */
  #once(object: PDFObject, check: () => void): void {
    require(!this.#refused.has(object));
    if (this.#allowed.has(object)) return;
    this.#allowed.add(object);
    try {
      check();
    } catch (cause) {
      this.#allowed.delete(object);
      this.#refused.add(object);
      throw cause;
    }
  }

  #text({ font, mode }: TextState, resources: PDFDict | undefined, depth: number): void {
    if (mode === INVISIBLE) return;
    if (!font) throw new NotAllowed();
    if (nameOf(font, 'Subtype') === 'Type3') return this.#glyphs(font, resources, depth);
    const isKnown = this.#fonts.get(font) ?? isArchivalFont(font);
    this.#fonts.set(font, isKnown);
    require(isKnown);
  }

  /** The glyphs of a Type 3 font are drawings. */
  #glyphs(font: PDFDict, resources: PDFDict | undefined, depth: number): void {
    require(depth < MAX_DEPTH);
    this.#once(font, () => {
      for (const value of dictOf(font, 'CharProcs')?.values() ?? []) {
        const glyph = this.#context.lookup(value);
        if (!(glyph instanceof PDFStream)) throw new NotAllowed();
        this.#content(contentOf(glyph), dictOf(font, 'Resources') ?? resources, depth + 1);
      }
    });
  }

  #space(operand: Operand | undefined, resources: PDFDict | undefined): void {
    const named = this.#object(resources, 'ColorSpace', operand);
    require(this.#colours.isAllowed(named ?? (typeof operand === 'string' ? PDFName.of(operand.slice(1)) : undefined)));
  }

  #defaultSpaces(resources: PDFDict | undefined): void {
    const spaces = dictOf(resources, 'ColorSpace');
    for (const key of ['DefaultGray', 'DefaultRGB', 'DefaultCMYK']) {
      const space = spaces?.lookup(name(key));
      require(space === undefined || this.#colours.isAllowed(space));
    }
  }

  #pattern(operand: string, resources: PDFDict | undefined, depth: number): void {
    const pattern = this.#object(resources, 'Pattern', operand);
    if (pattern instanceof PDFStream) return this.#drawing(pattern, depth);
    if (!(pattern instanceof PDFDict)) throw new NotAllowed();
    this.#shading(pattern.lookup(name('Shading')));
    const state = dictOf(pattern, 'ExtGState');
    if (state) this.#graphicsState(state, depth);
  }

  #shading(shading: PDFObject | undefined): void {
    const dict = shading instanceof PDFStream ? shading.dict : shading;
    require(dict instanceof PDFDict && this.#colours.isAllowed(dict.lookup(name('ColorSpace'))));
  }

  #external(object: PDFObject | undefined, depth: number): void {
    if (!(object instanceof PDFStream)) throw new NotAllowed();
    const { dict } = object;
    dict.delete(name('OPI'));
    switch (nameOf(dict, 'Subtype')) {
      case 'Image':
        return this.#once(object, () => this.#image(dict));
      case 'Form':
        require(!dict.has(name('Ref')) && !dict.has(name('PS')) && nameOf(dict, 'Subtype2') !== 'PS');
        return this.#drawing(object, depth);
      default:
        throw new NotAllowed();
    }
  }

  /** A form or a tiling pattern. Its resources must be its own. */
  #drawing(stream: PDFStream, depth: number): void {
    require(depth < MAX_DEPTH);
    this.#once(stream, () => {
      const resources = dictOf(stream.dict, 'Resources');
      if (!resources) throw new NotAllowed();
      this.#group(stream.dict);
      this.#content(contentOf(stream), resources, depth + 1);
    });
  }

  #group(owner: PDFDict): void {
    const space = dictOf(owner, 'Group')?.lookup(name('CS'));
    require(space === undefined || this.#colours.isAllowed(space));
  }

  #image(dict: PDFDict): void {
    dict.delete(name('Alternates'));
    // Only how programs may enlarge it.
    dict.delete(name('Interpolate'));
    const intent = nameOf(dict, 'Intent');
    if (intent !== undefined && !INTENTS.has(intent)) dict.delete(name('Intent'));
    // Its parts have more rules than can be checked here.
    require(!filtersOf(dict).includes('JPXDecode'));
    const isStencil = dict.lookup(name('ImageMask')) === PDFBool.True;
    const depth = numberOf(dict, 'BitsPerComponent');
    require(
      isStencil
        ? depth === undefined || depth === 1
        : BIT_DEPTHS.has(depth) && this.#colours.isAllowed(dict.lookup(name('ColorSpace'))),
    );
    for (const key of ['SMask', 'Mask']) {
      const mask = dict.lookup(name(key));
      if (mask instanceof PDFStream) this.#once(mask, () => this.#image(mask.dict));
    }
  }

  /** The dictionary of an inline image, whose keys and values follow each other. */
  #inlineImage(operands: readonly Operand[], resources: PDFDict | undefined): void {
    for (const [at, operand] of operands.entries()) {
      require(!['/LZW', '/LZWDecode', '/Crypt'].includes(String(operand)));
      const next = operands[at + 1];
      if (operand === '/I' || operand === '/Interpolate') require(next !== 'true');
      if (operand === '/Intent') require(typeof next === 'string' && INTENTS.has(next.slice(1)));
      if (operand !== '/CS' && operand !== '/ColorSpace') continue;
      this.#space(next === '/I' || next === '/Indexed' ? operands[at + 2] : next, resources);
    }
  }

  #graphicsState(state: PDFDict, depth: number): void {
    this.#once(state, () => {
      // They only apply to printing plates and to device CMYK, which is not allowed.
      for (const key of ['HT', 'HTP', 'HTO', 'OPM']) state.delete(name(key));
      if (!INTENTS.has(nameOf(state, 'RI') ?? 'Perceptual')) state.delete(name('RI'));
      require(!state.has(name('TR')) && !state.has(name('Font')));
      require(!state.has(name('TR2')) || nameOf(state, 'TR2') === 'Default');
      this.#blendMode(state.lookup(name('BM')));
      const mask = state.lookup(name('SMask'));
      if (!(mask instanceof PDFDict)) return;
      const group = mask.lookup(name('G'));
      if (!(group instanceof PDFStream)) throw new NotAllowed();
      this.#drawing(group, depth);
    });
  }

  #blendMode(mode: PDFObject | undefined): void {
    const first = mode instanceof PDFArray ? mode.lookup(0) : mode;
    require(first === undefined || (first instanceof PDFName && BLEND_MODES.has(decodeName(first))));
  }
}

function assertSize(page: PDFDict): void {
  const hasSize = (key: string): boolean => {
    const [left = 0, bottom = 0, right = 0, top = 0] = numbersOf(arrayOf(page, key));
    return [Math.abs(right - left), Math.abs(top - bottom)].every((side) => side >= MIN_SIDE && side <= MAX_SIDE);
  };
  // Boxes for printers.
  for (const key of ['BleedBox', 'TrimBox', 'ArtBox']) if (!hasSize(key)) page.delete(name(key));
  if (!hasSize('MediaBox') || (page.has(name('CropBox')) && !hasSize('CropBox')))
    throw new ConversionError('unsupported-feature', 'a page that is smaller or larger than PDF/A allows');
}
