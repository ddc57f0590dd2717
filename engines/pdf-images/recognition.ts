import type { EngineContext, Warning } from '@bakkum/conversion/engine';
import type { OptionValues } from '@bakkum/conversion/options';
import { openDocument, withPage } from '@bakkum/document-pdfium/document';
import { drawRegion } from '@bakkum/document-pdfium/drawing';
import { pdfiumOf, withoutTraps } from '@bakkum/document-pdfium/program';
import { type GreyImage, greyOf } from '@bakkum/document-recognition/grey-image';
import { languagesOf } from '@bakkum/document-recognition/options';
import { textOf } from '@bakkum/document-recognition/page-content';
import { createRecognizer } from '@bakkum/document-recognition/recognize';
import { scanResolution } from '@bakkum/document-recognition/resolution';
import { type TextLayer, textLayerOf } from '@bakkum/document-recognition/text-layer';
import type { Pixels } from '@bakkum/raster/raster';
import { createPages, type PagePicture, pageSize } from './pages.ts';

/** Reads the text of images that become pages. */
export type PictureReader = {
  /** Returns the text of an image, if it is text at all. Pass its pixels if it is decoded already. */
  read(picture: PagePicture, pixels: Pixels | undefined, onProgress: (fraction: number) => void): Promise<TextLayer | undefined>;
  warnings(): readonly Warning[];
};

export async function createPictureReader(options: OptionValues, context: EngineContext): Promise<PictureReader> {
  const recognizer = await createRecognizer(context, languagesOf(options['textLanguage']));
  const counts = { pages: 0, uncertain: 0 };
  return {
    async read(picture, pixels, onProgress) {
      const image = pixels ? greyOf(pixels) : await drawn(picture, context);
      const page = await (await recognizer.start(image)).finish(onProgress);
      const text = textOf(page);
      if (!text.isText) return undefined;
      counts.pages += 1;
      counts.uncertain += text.uncertain;
      return textLayerOf(page, (image.width / pageSize(picture).width) * 72);
    },
    warnings() {
      if (counts.pages === 0) return [{ code: 'nothing-recognized' }];
      const uncertain: Warning = { code: 'words-uncertain', params: { count: counts.uncertain } };
      return [{ code: 'text-recognized', params: { count: counts.pages } }, ...(counts.uncertain > 0 ? [uncertain] : [])];
    },
  };
}

/** PDFium decodes a JPEG as readers of the PDF will, with its orientation. */
async function drawn(picture: PagePicture, context: EngineContext): Promise<GreyImage> {
  const pages = createPages();
  pages.add(picture);
  const bytes = new Uint8Array(await pages.finish().arrayBuffer());
  const pdfium = await pdfiumOf(context, 'pdfium');
  const { width, height } = pageSize(picture);
  const density = Math.sqrt((picture.width * picture.height) / (width * height)) * 72;
  return withoutTraps(async () => {
    const document = openDocument(pdfium, bytes, '');
    try {
      const region = { left: 0, top: 0, width, height };
      return await withPage(document, 0, (page) =>
        greyOf(drawRegion(pdfium, page, region, scanResolution(density, width, height))),
      );
    } finally {
      document.close();
    }
  });
}
