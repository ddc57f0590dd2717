import { latinFamily } from './aliases.ts';
import { FACE_FILES, type FaceName, facesInOrder } from './catalogue.ts';

const google = (folder: string, style: string, name: string): string =>
  `@expo-google-fonts/${folder}/${style}/${name}_${style}.ttf`;
const family = <Key extends string>(key: Key, folder: string, name: string) =>
  ({
    [key]: google(folder, '400Regular', name),
    [`${key}Italic`]: google(folder, '400Regular_Italic', name),
    [`${key}Bold`]: google(folder, '700Bold', name),
    [`${key}BoldItalic`]: google(folder, '700Bold_Italic', name),
  }) as Record<Key | `${Key}Italic` | `${Key}Bold` | `${Key}BoldItalic`, string>;

/** Typefaces of web pages by the name an engine's manifest uses: ours, and the free families with the widths of Arial, Times and Courier. */
export const WEB_FACE_FILES = {
  ...FACE_FILES,
  ...family('arial', 'arimo', 'Arimo'),
  ...family('times', 'tinos', 'Tinos'),
  ...family('courier', 'cousine', 'Cousine'),
} as const;

export type WebFace = keyof typeof WEB_FACE_FILES;

/** A CSS font as a list of our typefaces: `arial.gothic.b`. */
export type WebFont = string;

type Latin = 'arial' | 'sans' | 'times' | 'courier';
type Korean = 'gothic' | 'myeongjo';

const LATIN: Readonly<Record<string, Latin>> = {
  Arimo: 'arial',
  'Noto Sans': 'sans',
  'DejaVu Sans': 'sans',
  Tinos: 'times',
  'DejaVu Serif': 'times',
  Cousine: 'courier',
};
const KOREAN_SANS = /gothic|고딕|gulim|굴림|dotum|돋움|pretendard|noto sans (?:kr|cjk)|spoqa|nanumsquare|나눔스퀘어/i;
const KOREAN_SERIF = /batang|바탕|myeongjo|myungjo|명조|gungsuh|궁서|noto serif (?:kr|cjk)/i;

/** The font of formulas, whose letters have their own characters instead of styles. */
export const FORMULA_FONT: WebFont = 'math.myeongjo.r';

/** The font for a CSS `font-family`; unknown names are skipped, as a browser skips fonts that are not installed. */
export function webFontOf(list: string, bold: boolean, italic: boolean): WebFont {
  let latin: Latin | undefined;
  let korean: Korean | undefined;
  for (const name of list.split(',').map((each) => each.trim().replaceAll(/^["']|["']$/g, ''))) {
    korean ??= KOREAN_SANS.test(name) ? 'gothic' : KOREAN_SERIF.test(name) ? 'myeongjo' : undefined;
    const known = latinFamily(name);
    latin ??= known ? LATIN[known] : /^(?:ui-)?sans-serif$|^system-ui$|^ui-rounded$/i.test(name) ? 'arial' : undefined;
  }
  latin ??= korean === 'gothic' ? 'arial' : 'times';
  korean ??= latin === 'times' ? 'myeongjo' : 'gothic';
  return `${latin}.${korean}.${bold ? 'b' : 'r'}${italic ? 'i' : ''}`;
}

/** Typefaces of a font in the order to try them for each character of a document. */
export function facesOfWebFont(font: WebFont, text: string): readonly WebFace[] {
  const [latin = 'arial', korean = 'gothic', style = 'r'] = font.split('.');
  const suffix = `${style.startsWith('b') ? 'Bold' : ''}${style.endsWith('i') ? 'Italic' : ''}`;
  const rest = facesInOrder('sans', korean === 'myeongjo' ? 'myeongjo' : 'gothic', text).slice(1);
  const isBold = style.startsWith('b');
  return [...new Set([faceNamed(`${latin}${suffix}`), ...rest.map((face) => (isBold ? boldOf(face) : face))])];
}

const faceNamed = (name: string): WebFace => (name in WEB_FACE_FILES ? (name as WebFace) : 'arial');

function boldOf(face: FaceName): FaceName {
  const bold = `${face}Bold`;
  return bold in FACE_FILES ? (bold as FaceName) : face;
}

/** Scripts whose letters change by their neighbours or run from right to left; drawing them takes more than a list of typefaces. */
export const SHAPED_SCRIPTS =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Thai}\p{Script=Lao}\p{Script=Tibetan}\p{Script=Myanmar}\p{Script=Khmer}\p{Script=Mongolian}]/u;
