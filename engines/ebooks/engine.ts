import { type Engine, readInput, type Warning } from '@bakkum/conversion/engine';
import { asEpub } from './apple-book.ts';
import { openBook } from './book.ts';
import { epubOf } from './epub.ts';
import { asKindleBook } from './kindle-book.ts';
import { unpackBook } from './packed.ts';
import { pageOf } from './page.ts';

const FB2 = 'application/x-fictionbook+xml';

/**
 * Converts Kindle, Mobipocket and Palm books to one web page with embedded images or to EPUB with pages, contents and cover;
 * converts EPUB to Mobipocket.
 */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const bytes = await readInput(request.inputs[0]);
    if (request.from === 'fb2z') return { outputs: [{ content: new Blob([unpackBook(bytes)], { type: FB2 }) }], warnings: [] };
    if (request.from === 'ibooks') return { outputs: [{ content: asEpub(bytes) }], warnings: [] };
    if (request.to === 'mobi') {
      const { file, lostPictures } = asKindleBook(bytes);
      return { outputs: [{ content: file }], warnings: warningsOf(lostPictures) };
    }
    const book = openBook(bytes);
    if (request.to === 'epub') {
      const { file, lostPictures } = epubOf(book);
      return { outputs: [{ content: file }], warnings: warningsOf(lostPictures) };
    }
    const { html, lostPictures } = pageOf(book);
    return { outputs: [{ content: new Blob([html], { type: 'text/html' }) }], warnings: warningsOf(lostPictures) };
  },
};

function warningsOf(lostPictures: number): readonly Warning[] {
  return lostPictures > 0 ? [{ code: 'pictures-dropped' }] : [];
}
