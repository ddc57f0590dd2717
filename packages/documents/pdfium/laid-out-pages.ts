import type { Content, FormatId, Interchange } from '@bakkum/conversion/engine';

/** Interchange format of pages that the browser laid out. */
export const LAID_OUT_PAGES: FormatId = 'laid-out-pages';

/** The pages as a finished PDF, which the next step stores or draws. */
export type LaidOutPages = Interchange & { readonly interchange: typeof LAID_OUT_PAGES; readonly pdf: Blob };

export function laidOutPages(pdf: Blob): LaidOutPages {
  return { interchange: LAID_OUT_PAGES, pdf, release: () => undefined };
}

/** Returns the content as laid out pages, for conversions that take only those. */
export function laidOutPagesOf(content: Content): LaidOutPages {
  if (!(content instanceof Blob) && isLaidOut(content)) return content;
  throw new TypeError('expected laid out pages');
}

function isLaidOut(content: Interchange): content is LaidOutPages {
  return content.interchange === LAID_OUT_PAGES && 'pdf' in content;
}
