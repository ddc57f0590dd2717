import type { FaceChoice } from '@bakkum/document-pages/faces';
import type { FaceName } from '@bakkum/document-typefaces/catalogue';

/** Tried when the first has no glyph: the other Korean face, then those of the neighbours for Hanja, kana and signs. */
const OTHERS: readonly FaceName[] = ['sans', 'japanese', 'chinese', 'symbols'];

/**
 * Faces for the `font-family` list of a page. The program ends each list with the kind the named typeface is of, so that
 * myeongjo stands in for brush and serif faces and gothic for the rest.
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

/** Whether a page asks for a typeface that is not among ours. */
export function asksForOthers(svg: string): boolean {
  return [...svg.matchAll(/font-family="([^"]*)"/g)].some(([, list = '']) => !OURS.test(list.replaceAll('&apos;', "'")));
}
