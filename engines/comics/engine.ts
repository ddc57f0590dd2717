import { bytesOf, type Engine, type Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { createPagesPdf } from '@bakkum/document-pages/pages-pdf';
import { picturesOf } from './pages.ts';

/** Comic books as PDF: a page a picture, JPEG as it is. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const names = picturesOf(await bytesOf(request.inputs[0]));
    const pdf = createPagesPdf({ choose: () => [], load: (face) => context.bytes(face) });
    let lost = 0;
    for (const [index, unpack] of names.entries()) {
      // The event loop turns between pages, so that a cancellation is heard.
      await new Promise((resolve) => {
        setTimeout(resolve, 0);
      });
      context.signal.throwIfAborted();
      if (!pdf.addPicture(unpack())) lost += 1;
      context.onProgress((index + 1) / names.length);
    }
    if (lost === names.length) throw new ConversionError('unsupported-feature', 'no picture is a JPEG or PNG');
    const warnings: readonly Warning[] = lost > 0 ? [{ code: 'pages-dropped' }] : [];
    return { outputs: [{ content: pdf.finish('') }], warnings };
  },
};
