import { ConversionError } from '@bakkum/conversion/errors';
import { FACE_FILES, type FaceName, mayHave } from '@bakkum/document-typefaces/catalogue';
import { type FontFile, readFont } from '@bakkum/document-typefaces/font-file';
import {
  FORMULA_FONT,
  facesOfWebFont,
  SHAPED_SCRIPTS,
  type WebFace,
  type WebFont,
  webFontOf,
} from '@bakkum/document-typefaces/web-faces';
import { MATHML } from './formulas.browser.ts';
import type { LayoutFrame } from './frame.browser.ts';
import type { TimeSlices } from './time-slices.browser.ts';

/** Typefaces that earlier documents of the frame have loaded. */
export type Typefaces = {
  readonly loaded: Map<WebFace, FontFile>;
  fetch(name: string): Promise<Uint8Array<ArrayBuffer>>;
};

export type AppliedFonts = {
  /** Our font of an element. */
  fontOf(element: Element): WebFont;
  /** Typefaces of a font, as a CSS `font-family`. */
  familyOf(font: WebFont): string;
  readonly faces: Readonly<Record<WebFont, readonly WebFace[]>>;
  readonly missing: string;
};

/** Names our font of each element. */
const MARK = 'data-bakkum-font';
const INVISIBLE = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}]/u;
/** For numbers of lists. */
const ALWAYS = '0123456789.';
const EAST_ASIAN: ReadonlySet<WebFace> = new Set(['gothic', 'gothicBold', 'myeongjo', 'japanese', 'chinese']);
const SIGNS = /[\u2000-\u33ff]/;
/** Raises the specificity above any rule of a document. */
const ABOVE_ALL = ':not(#a#b#c#d#e)';

/**
 * Applies the embedded typefaces to all elements, so that the browser measures the same letters. Errors: `unsupported-feature`
 * for scripts whose letters are shaped.
 */
export async function applyTypefaces(frame: LayoutFrame, typefaces: Typefaces, slices: TimeSlices): Promise<AppliedFonts> {
  const used = await markFonts(frame, slices);
  const text = [...new Set([...used.values()].flatMap((characters) => [...characters]))].join('');
  const shaped = SHAPED_SCRIPTS.exec(text);
  if (shaped) throw new ConversionError('unsupported-feature', `letters such as ${shaped[0]} are shaped`);
  const faces = new Map<WebFont, readonly WebFace[]>();
  const missing = new Set<string>();
  for (const [font, characters] of used) {
    const found = await covering(facesOfWebFont(font, text), characters, typefaces);
    for (const character of found.left) missing.add(character);
    faces.set(font, found.faces);
    for (const face of found.faces) await register(frame, face, typefaces);
  }
  const sheet = new frame.view.CSSStyleSheet();
  sheet.replaceSync(
    [...faces]
      .map(([font, list]) => {
        const style = `font-family: ${familyOf(list)} !important; font-weight: 400 !important; font-style: normal !important; font-stretch: normal !important;`;
        return `[${MARK}="${font}"]${ABOVE_ALL} { ${style} }`;
      })
      .join('\n'),
  );
  frame.document.adoptedStyleSheets = [...frame.document.adoptedStyleSheets, sheet];
  return {
    fontOf: (element) => element.getAttribute(MARK) ?? 'arial.gothic.r',
    familyOf: (font) => familyOf(faces.get(font) ?? []),
    faces: Object.fromEntries(faces),
    missing: [...missing].join(''),
  };
}

const familyOf = (faces: readonly WebFace[]): string =>
  faces.length === 0 ? 'sans-serif' : faces.map((face) => `"bakkum-${face}"`).join(', ');

/** Marks each element with its font. Returns the characters of each font. */
async function markFonts({ body, view }: LayoutFrame, slices: TimeSlices): Promise<ReadonlyMap<WebFont, ReadonlySet<string>>> {
  const used = new Map<WebFont, Set<string>>();
  const fonts = new Map<string, WebFont>();
  const found: [Element, WebFont][] = [];
  const sizes: [HTMLElement, string][] = [];
  for (const element of [body, ...body.querySelectorAll('*')]) {
    const { fontFamily, fontSize, fontWeight, fontStyle, writingMode } = view.getComputedStyle(element);
    if (writingMode !== '' && writingMode !== 'horizontal-tb') throw new ConversionError('unsupported-feature', 'vertical lines');
    const key = `${fontWeight}|${fontStyle}|${fontFamily}`;
    const font =
      element.namespaceURI === MATHML
        ? FORMULA_FONT
        : (fonts.get(key) ?? webFontOf(fontFamily, Number(fontWeight) >= 600, fontStyle !== 'normal'));
    if (font !== FORMULA_FONT) fonts.set(key, font);
    found.push([element, font]);
    // Browsers make this family smaller where it stands alone.
    if (fontFamily === 'monospace' && element instanceof view.HTMLElement) sizes.push([element, fontSize]);
    const characters = used.get(font) ?? new Set(ALWAYS);
    used.set(font, characters);
    for (const child of element.childNodes)
      if (child.nodeType === Node.TEXT_NODE) addCharacters(characters, child.nodeValue ?? '');
    await slices.next();
  }
  for (const [element, size] of sizes) element.style.setProperty('font-size', size, 'important');
  for (const [element, font] of found) element.setAttribute(MARK, font);
  return used;
}

function addCharacters(characters: Set<string>, text: string): void {
  for (const character of text.normalize('NFC')) {
    characters.add(character);
    const upper = character.toUpperCase();
    if (upper !== character) for (const each of upper) characters.add(each);
  }
}

async function covering(
  order: readonly WebFace[],
  characters: ReadonlySet<string>,
  { loaded, fetch }: Typefaces,
): Promise<{ readonly faces: readonly WebFace[]; readonly left: ReadonlySet<string> }> {
  const left = new Set([...characters].filter((character) => !INVISIBLE.test(character)));
  const faces: WebFace[] = [];
  // Signs of no script, such as units, are in some East Asian typefaces.
  const second = order.filter((face) => EAST_ASIAN.has(face));
  for (const [index, face] of [...order, ...second].entries()) {
    if (faces.includes(face) || (left.size === 0 && faces.length > 0)) continue;
    const isLikely = [...left].some(
      (character) => !isOurs(face) || (index >= order.length ? SIGNS.test(character) : mayHave(face, character)),
    );
    if (faces.length > 0 && !isLikely) continue;
    const font = loaded.get(face) ?? readFont(await fetch(face));
    loaded.set(face, font);
    const before = left.size;
    for (const character of left) if (font.glyphOf(character.codePointAt(0) ?? 0) !== 0) left.delete(character);
    if (faces.length === 0 || left.size < before) faces.push(face);
  }
  return { faces, left };
}

/** Fonts for formulas leave room for the highest signs above and below every line, which would hold parts of formulas apart. */
const FORMULA_LINES: FontFaceDescriptors = { ascentOverride: '75%', descentOverride: '25%', lineGapOverride: '0%' };

const isOurs = (face: WebFace): face is FaceName => face in FACE_FILES;

async function register({ document, view }: LayoutFrame, face: WebFace, { fetch }: Typefaces): Promise<void> {
  const family = `bakkum-${face}`;
  if ([...document.fonts].some((each) => each.family.replaceAll('"', '') === family)) return;
  const font = new view.FontFace(family, (await fetch(face)).buffer, {
    weight: '1 1000',
    ...(face === 'math' ? FORMULA_LINES : {}),
  });
  document.fonts.add(await font.load());
}
