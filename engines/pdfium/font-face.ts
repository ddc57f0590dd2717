import type { FontFace } from '@bakkum/document-layout/page-content';
import type { Pdfium } from '@bakkum/document-pdfium/program';
import { texStretch } from './tex-widths.ts';

/** Font descriptor flags (ISO 32000-1, table 123). */
const FIXED_PITCH = 1 << 0;
const SERIF = 1 << 1;
const ITALIC = 1 << 6;
const FORCE_BOLD = 1 << 18;

const BOLD_WORDS = /bold|black|heavy|semibold|demi(?!a)|extrabold|-bd|,bd|(?<![a-z])B$/i;
const ITALIC_WORDS = /italic|oblique|slanted|-it$|-ital/i;
/** Computer Modern and related fonts encode their style in the name: CMBX12 is bold, CMTI10 italic, CMTT10 monospaced. */
const TEX_BOLD = /^(CMBX|CMB\d|CMSSBX|SFBX|SFXI|SFBL|SFSX|LMRoman.*Bold|NimbusRomNo9L-Medi|nanum(mj|gt)b|.*-Bold)/;
const TEX_ITALIC = /^(CMTI|CMSL|CMBXTI|CMMI|SFTI|SFSL|SFXI|SFBL|SFSI)/;
const TEX_MONO = /^(CMTT|SFTT|LMMono)/;

/** Metric-compatible or similar families, under names office programs know. */
const KNOWN_FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/^(Nimbus ?Rom|Liberation ?Serif|Times|Tinos|Termes|Thorndale|FreeSerif)/i, 'Times New Roman'],
  [/^(Nimbus ?San|Liberation ?Sans|Helvetica|Arimo|Albany|FreeSans|Arial)/i, 'Arial'],
  [/^(Nimbus ?Mon|Liberation ?Mono|Courier|Cousine|Cumberland|FreeMono)/i, 'Courier New'],
  [
    /^(CMR|CMBX|CMTI|CMSL|CMB\d|CMCSC|CMMI|SFRM|SFBX|SFTI|SFSL|SFXI|SFBL|SFCC|LMRoman|LatinModern|NewCM|CMU ?Serif)/i,
    'Times New Roman',
  ],
  [/^(CMSS|SFSS|SFSX|SFSI|LMSans)/i, 'Arial'],
  [/^(CMTT|SFTT|LMMono)/i, 'Courier New'],
  [/^Carlito/i, 'Calibri'],
  [/^Caladea/i, 'Cambria'],
  [/^Malgun ?Gothic/i, 'Malgun Gothic'],
  [/^nanumgt/, 'NanumGothic'],
  [/^nanummj/, 'NanumMyeongjo'],
  [/^Nanum ?Gothic/i, 'NanumGothic'],
  [/^Nanum ?Myeongjo/i, 'NanumMyeongjo'],
  [/^Noto ?Sans ?(CJK)? ?KR/i, 'Noto Sans KR'],
  [/^Noto ?Serif ?(CJK)? ?KR/i, 'Noto Serif KR'],
];

const STYLE_WORDS =
  /[-, ]?(Regular|Roman|Book|Medium|Light|Thin|ExtraBold|SemiBold|DemiBold|Bold|Black|Heavy|Italic|Oblique|MT|PS|Identity|H){1,12}$/;

/** Derives the face of a font from its name, flags and weight. Also understands the names of Type 1 and TeX fonts. */
export function faceOf(name: string, flags: number, weight: number, angle: number): FontFace {
  const plain = name.replace(/^[A-Z]{6}\+/, '');
  const bold = weight >= 600 || (flags & FORCE_BOLD) !== 0 || BOLD_WORDS.test(plain) || TEX_BOLD.test(plain);
  const italic = (flags & ITALIC) !== 0 || angle !== 0 || ITALIC_WORDS.test(plain) || TEX_ITALIC.test(plain);
  const mono = (flags & FIXED_PITCH) !== 0 || TEX_MONO.test(plain) || /mono|courier|console/i.test(plain);
  const serif =
    (flags & SERIF) !== 0 || /serif(?!.*sans)|roman|times|myeongjo|nanummj|batang|ming|song|^(CM|SF)(R|B|T|SL)/i.test(plain);
  const isSans = /sans|gothic|arial|helvet|dotum|gulim/i.test(plain);
  const stretch = texStretch(plain);
  const kind = mono ? 'mono' : serif && !isSans ? 'serif' : 'sans';
  return { family: familyOf(plain), bold, italic, kind, ...(stretch === 1 ? {} : { stretch }) };
}

function familyOf(plain: string): string {
  const known = KNOWN_FAMILIES.find(([pattern]) => pattern.test(plain));
  if (known) return known[1];
  const [head = ''] = plain.split(',');
  const bare = head.replace(STYLE_WORDS, '').replace(STYLE_WORDS, '');
  return bare
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[-_]+/g, ' ')
    .trim();
}

/** Reads each PDFium font object once, because pages request the same few repeatedly. */
export function createFaceReader(pdfium: Pdfium): (font: number) => FontFace {
  const known = new Map<number, FontFace>();
  return (font) => {
    const face = known.get(font) ?? readFace(pdfium, font);
    known.set(font, face);
    return face;
  };
}

function readFace(pdfium: Pdfium, font: number): FontFace {
  const { call, scratch } = pdfium;
  if (font === 0) return faceOf('', 0, 400, 0);
  const name = pdfium.text((at, bytes) => call.FPDFFont_GetBaseFontName(font, at, bytes));
  const hasAngle = call.FPDFFont_GetItalicAngle(font, scratch) !== 0;
  const angle = hasAngle ? pdfium.view().getInt32(scratch, true) : 0;
  const flags = call.FPDFFont_GetFlags(font);
  return faceOf(name, flags < 0 ? 0 : flags, call.FPDFFont_GetWeight(font), angle);
}
