import type { TrueTypeFace } from './truetype.ts';

/** Substitutes for fonts that are not embedded, with the widths of the standard printer fonts. */
export const FACES = [
  'sans',
  'sansItalic',
  'sansBold',
  'sansBoldItalic',
  'serif',
  'serifItalic',
  'serifBold',
  'serifBoldItalic',
  'mono',
  'monoItalic',
  'monoBold',
  'monoBoldItalic',
  'math',
  'symbols',
] as const;

export type FaceId = (typeof FACES)[number];

/** The loaded typefaces. */
export type StandardFaces = ReadonlyMap<string, TrueTypeFace>;

export type FontSubstitute = {
  readonly face: FaceId;
  /** Horizontal scale. */
  readonly width: number;
  readonly encoding: 'StandardEncoding' | 'SymbolEncoding' | 'ZapfDingbatsEncoding';
  /** One of the 35 standard printer fonts, or an alias of one. */
  readonly isStandard: boolean;
};

const STANDARD = /^(Courier|Helvetica|Times|Symbol|ZapfDingbats|AvantGarde|Bookman|NewCenturySchlbk|Palatino|ZapfChancery)(-|$)/;
const MONO = /courier|mono|typewriter|consol|fixed|cousine|lettergothic|OCR/i;
const SERIF =
  /times|roman|serif(?!.*sans)|palatino|bookman|schoolbook|schlbk|garamond|georgia|minion|caslon|bodoni|tinos|cambria|chancery|baskerville|century|nimbusrom|cmr\d|ming|song|batang|myeong/i;

/** The typeface for a font name. */
export function substituteFor(font: string): FontSubstitute {
  const isBold = /bold|black|heavy|demi/i.test(font);
  const isItalic = /italic|oblique|kursiv|chancery/i.test(font) || /-It$|It$/.test(font);
  const isStandard = STANDARD.test(font);
  if (/^symbol/i.test(font)) return { face: 'serif', width: 1, encoding: 'SymbolEncoding', isStandard };
  if (/dingbats/i.test(font)) return { face: 'symbols', width: 1, encoding: 'ZapfDingbatsEncoding', isStandard };
  const kind = MONO.test(font) ? 'mono' : SERIF.test(font) && !/sans/i.test(font) ? 'serif' : 'sans';
  const weight = isBold ? (isItalic ? 'BoldItalic' : 'Bold') : isItalic ? 'Italic' : '';
  const width = /narrow|condensed|-Cn|Cond/i.test(font) ? 0.82 : 1;
  return { face: `${kind}${weight}`, width, encoding: 'StandardEncoding', isStandard };
}

/** Typefaces named in the readable part of a program, to be loaded before it runs. */
export function facesNamed(program: Uint8Array): ReadonlySet<FaceId> {
  const text = new TextDecoder('latin1').decode(program.subarray(0, 2_000_000));
  const found = new Set<FaceId>();
  for (const [, font] of text.matchAll(
    /\/((?:Courier|Helvetica|Times|Symbol|ZapfDingbats|Palatino|Arial|AvantGarde|Bookman)[\w-]{0,40})/g,
  )) {
    if (font !== undefined) found.add(substituteFor(font).face);
  }
  return found;
}
