import { bytesOf, type Engine, type Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { writeHwpx } from '@bakkum/document-hwpx/write';
import { decodeText } from '@bakkum/document-input/text-encoding';
import { readHtml } from './read-html.ts';
import { readText } from './read-text.ts';

/** Its tree would not fit beside it. */
const MOST_BYTES = 100_000_000;

/** Web pages and plain text as Hangul documents. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const bytes = await bytesOf(request.inputs[0]);
    if (bytes.length === 0) throw new ConversionError('empty', 'zero bytes');
    if (bytes.length > MOST_BYTES) throw new ConversionError('too-large', `${bytes.length} bytes of text`);
    const text = decodeText(bytes);
    context.signal.throwIfAborted();
    const { document, lostPictures } = request.from === 'txt' ? { document: readText(text), lostPictures: 0 } : readHtml(text);
    const warnings: readonly Warning[] = lostPictures > 0 ? [{ code: 'pictures-dropped' }] : [];
    return { outputs: [{ content: writeHwpx(document) }], warnings };
  },
};
