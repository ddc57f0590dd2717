import { bytesOf, type Engine, type Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { openBook } from './book.ts';
import { pageOf } from './page.ts';

/** Kindle and Mobipocket books as one web page, pictures inside. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const bytes = await bytesOf(request.inputs[0]);
    if (bytes.length === 0) throw new ConversionError('empty', 'zero bytes');
    const { html, lostPictures } = pageOf(openBook(bytes));
    const warnings: readonly Warning[] = lostPictures > 0 ? [{ code: 'pictures-dropped' }] : [];
    return { outputs: [{ content: new Blob([html], { type: 'text/html' }) }], warnings };
  },
};
