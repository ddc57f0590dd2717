import { type Engine, readInput, type Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { createPagesPdf } from '@bakkum/document-pages/pages-pdf';
import { descendantsOf, type XmlElement } from '@bakkum/markup/xml';
import { createFonts } from './fonts.ts';
import { pageSvg } from './page-svg.ts';
import { openPackage, type Package, resolve } from './parts.ts';
import { pictureOf, type SizedPicture, sourceOf } from './picture.ts';

const BEGINNING = [0x50, 0x4b];

/** Converts XPS documents to PDF with the same lines, images and glyphs, and text in the embedded fonts. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const bytes = await readInput(request.inputs[0]);
    if (BEGINNING.some((byte, index) => bytes[index] !== byte)) throw new ConversionError('corrupt', 'no zip');
    const parts = openPackage(bytes);
    const pages = parts.pages();
    const fonts = createFonts(parts, (face) => context.bytes(face));
    const pictures = createPictures(parts);
    const pdf = createPagesPdf(fonts.source);
    let lost = 0;
    const lose = (): void => {
      lost += 1;
    };
    for (const [index, base] of pages.entries()) {
      // The event loop runs between pages, so that cancellation takes effect.
      await new Promise((resolve) => {
        setTimeout(resolve, 0);
      });
      context.signal.throwIfAborted();
      const page = parts.xml(base);
      await pictures.prepare(page, base);
      await pdf.addPage(pageSvg(page, { parts, fonts, base, picture: pictures.picture, lose }));
      context.onProgress((index + 1) / pages.length);
    }
    const warnings: readonly Warning[] = [
      ...(fonts.substituted() ? [{ code: 'fonts-substituted' } as const] : []),
      ...(lost + pdf.lostPictures() > 0 ? [{ code: 'pictures-dropped' } as const] : []),
    ];
    return { outputs: [{ content: pdf.finish('') }], warnings };
  },
};

type Pictures = {
  /** Loads the images of a page, which `picture` then returns. */
  prepare(page: XmlElement, base: string): Promise<void>;
  picture(part: string): SizedPicture | undefined;
};

function createPictures(parts: Package): Pictures {
  const known = new Map<string, SizedPicture | undefined>();
  return {
    async prepare(page, base) {
      for (const { attributes } of descendantsOf(page, 'ImageBrush')) {
        const part = resolve(sourceOf(attributes['ImageSource']), base);
        const bytes = known.has(part) ? undefined : parts.bytes(part);
        if (bytes) known.set(part, await pictureOf(bytes));
      }
    },
    picture: (part) => known.get(part),
  };
}
