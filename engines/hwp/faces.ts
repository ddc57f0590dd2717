import type { FaceChoice } from '@bakkum/document-pages/faces';
import type { FaceName } from '@bakkum/document-typefaces/catalogue';

/** Fallbacks for missing glyphs: the other Korean face, then Japanese and Chinese faces for Hanja and kana, then symbols. */
const OTHERS: readonly FaceName[] = ['sans', 'japanese', 'chinese', 'symbols'];

/**
 * Selects faces for the `font-family` list of a page. The program ends each list with the generic family of the named typeface,
 * so Myeongjo replaces brush and serif faces and Gothic the rest.
 */
export function chooseFaces(family: string, bold: boolean): readonly FaceChoice[] {
  const serif = /(^|,)\s*serif\s*$/.test(family);
  const plain: readonly FaceName[] = serif ? ['myeongjo', 'gothic'] : ['gothic', 'myeongjo'];
  const strong: readonly FaceName[] = serif ? ['myeongjoBold', 'gothicBold'] : ['gothicBold', 'myeongjoBold'];
  return [
    ...(bold ? strong : plain).map((face) => ({ face, embolden: false })),
    ...OTHERS.map((face) => ({ face, embolden: bold })),
  ];
}

const OURS = /^\s*['"]?(Nanum ?(Gothic|Myeongjo)|나눔(고딕|명조))/;

/** Whether a page uses a typeface that is not bundled. */
export function usesOtherFonts(svg: string): boolean {
  return [...svg.matchAll(/font-family="([^"]*)"/g)].some(([, list = '']) => !OURS.test(list.replaceAll('&apos;', "'")));
}
