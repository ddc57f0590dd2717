import type { FaceChoice } from '@bakkum/document-pages/faces';
import { latinFamily } from '@bakkum/document-typefaces/aliases';
import type { FaceName } from '@bakkum/document-typefaces/catalogue';
import { type WebFace, webFontOf } from '@bakkum/document-typefaces/web-faces';

/** Fallbacks for missing glyphs: the other Korean face, then Japanese and Chinese faces for Hanja and kana, then symbols. */
const OTHERS: readonly FaceName[] = ['sans', 'japanese', 'chinese', 'symbols'];

/**
 * Selects faces for the `font-family` list of a page. The program ends each list with the generic family of the named typeface,
 * so Myeongjo replaces brush and serif faces and Gothic the rest. Letters of Latin typefaces that have a free family with the same
 * or nearly the same widths are drawn in that.
 */
export function chooseFaces(family: string, bold: boolean): readonly FaceChoice[] {
  const serif = /(^|,)\s*serif\s*$/.test(family);
  const plain: readonly FaceName[] = serif ? ['myeongjo', 'gothic'] : ['gothic', 'myeongjo'];
  const strong: readonly FaceName[] = serif ? ['myeongjoBold', 'gothicBold'] : ['gothicBold', 'myeongjoBold'];
  return [
    ...latinFaces(family, bold).map((face) => ({ face, embolden: false })),
    ...(bold ? strong : plain).map((face) => ({ face, embolden: false })),
    ...OTHERS.map((face) => ({ face, embolden: bold })),
  ];
}

const LATIN_FACES: Readonly<Record<string, readonly [regular: WebFace, bold: WebFace]>> = {
  arial: ['arial', 'arialBold'],
  sans: ['sans', 'sansBold'],
  times: ['times', 'timesBold'],
  courier: ['courier', 'courierBold'],
};

function latinFaces(list: string, bold: boolean): readonly WebFace[] {
  const name = /^\s*['"]?([^'",]*)/.exec(list)?.[1] ?? '';
  if (!latinFamily(name) || /^(sans-)?serif$|^monospace$/.test(name)) return [];
  const faces = LATIN_FACES[webFontOf(name, bold, false).split('.')[0] ?? ''];
  return faces ? [faces[bold ? 1 : 0]] : [];
}

const OURS = /^\s*['"]?(Nanum ?(Gothic|Myeongjo)|나눔(고딕|명조))/;

/** Whether a page uses a typeface that is not bundled. */
export function usesOtherFonts(svg: string): boolean {
  return [...svg.matchAll(/font-family="([^"]*)"/g)].some(([, list = '']) => !OURS.test(list.replaceAll('&apos;', "'")));
}
