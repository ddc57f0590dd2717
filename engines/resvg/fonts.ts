import type { EngineContext, Warning } from '@bakkum/conversion/engine';
import { type LatinFamily, latinFamily } from '@bakkum/document-typefaces/aliases';
import { type FaceName, facesInOrder } from '@bakkum/document-typefaces/catalogue';
import { dropContextualForms } from '@bakkum/document-typefaces/contextual-forms';
import { loadFallbacks, missingFrom } from '@bakkum/document-typefaces/coverage';
import { readFont } from '@bakkum/document-typefaces/font-file';
import { missingGlyphs } from '@bakkum/document-typefaces/missing-glyphs';
import { unescapeHtml } from '@bakkum/markup/unescape';

type Assets = Pick<EngineContext, 'bytes'>;
type Bytes = Uint8Array<ArrayBuffer>;

export type DrawingFonts = {
  /** The drawing, with families that are bundled in place of those it names. */
  readonly markup: string;
  readonly fonts: readonly Bytes[];
  readonly warnings: readonly Warning[];
};

/** Files of the families with the widths of common typefaces. */
const FILES: Partial<Readonly<Record<LatinFamily, readonly string[]>>> = {
  Arimo: ['arial', 'arialBold', 'arialItalic'],
  Tinos: ['times', 'timesBold', 'timesItalic'],
  Cousine: ['courier', 'courierBold'],
  'Noto Sans': ['sans', 'sansBold', 'sansItalic'],
};

/** Loads the typefaces a drawing names, or those nearest to them, and others for characters they lack. */
export async function fontsFor(markup: string, assets: Assets): Promise<DrawingFonts> {
  if (!/<(\w+:)?text[\s>]/.test(markup)) return { markup, fonts: [], warnings: [] };
  const text = textOf(markup);
  const ours = withOurFamilies(markup);
  const named = [...ours.families].flatMap((family) => FILES[family] ?? []);
  const own = await Promise.all(['regular', 'bold', ...named].map((asset) => assets.bytes(asset)));
  const read = own.map(readFont);
  for (const font of read) dropContextualForms(font);
  const order = facesInOrder('symbols', 'gothic', text);
  const rest = await loadFallbacks(order, missingFrom(read, text), (face: FaceName) => assets.bytes(face));
  return {
    markup: ours.markup,
    fonts: [...own, ...rest.faces.map(({ font }) => font.bytes)],
    warnings: [...(ours.isExact ? [] : [{ code: 'fonts-substituted' } as const]), ...missingGlyphs(rest.missing)],
  };
}

/** Everything outside of tags, which is slightly more than what is drawn. */
function textOf(markup: string): string {
  return unescapeHtml(markup.replaceAll(/<style[\s>][^<]*/g, ' ').replaceAll(/<[^<>]*>/g, ''));
}

type OurFamilies = { readonly markup: string; readonly families: ReadonlySet<LatinFamily>; readonly isExact: boolean };

const FAMILIES = /(font-family\s*[:=]\s*)("[^"<]*"|'[^'<]*'|[^;"'<>}]+)/g;
const EXACT = /^["'\s]*(?:pretendard|sans-serif|arimo|tinos|cousine|noto sans)["'\s]*$/i;

/** Of each list of families the first that is known counts. */
function withOurFamilies(markup: string): OurFamilies {
  const families = new Set<LatinFamily>();
  let isExact = true;
  const rewritten = markup.replaceAll(FAMILIES, (whole: string, property: string, list: string) => {
    const [first = '', ...others] = list.split(',');
    isExact &&= EXACT.test(first);
    const known = [first, ...others].map(latinFamily).find((family) => family !== undefined && FILES[family] !== undefined);
    if (known === undefined) return whole;
    families.add(known);
    const quote = /^["']/.exec(list)?.[0] ?? '';
    return `${property}${quote}${known}${quote}`;
  });
  return { markup: rewritten, families, isExact };
}
