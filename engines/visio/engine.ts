import { type Engine, type EngineOutput, readInput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { openBinaryDrawing } from './binary-drawing.ts';
import { openDrawing } from './drawing.ts';
import { pageSvg } from './page-svg.ts';

/** First byte of a compound file: an encrypted drawing. */
const SEALED = 0xd0;

/** Converts Visio drawings to vector graphics, one per page. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const bytes = await readInput(request.inputs[0]);
    if (request.from !== 'vsd' && bytes[0] === SEALED) throw new ConversionError('encrypted', 'a package in a compound file');
    const drawing = request.from === 'vsd' ? openBinaryDrawing(bytes) : openDrawing(bytes);
    const pages = drawing.pages.filter(({ isBackground }) => !isBackground);
    const notes = { lostPicture: false };
    const outputs: EngineOutput[] = [];
    for (const [index, page] of pages.entries()) {
      context.signal.throwIfAborted();
      const content = new Blob([pageSvg(page, drawing, notes)], { type: 'image/svg+xml' });
      outputs.push(pages.length === 1 ? { content } : { content, label: `page-${index + 1}` });
      context.onProgress((index + 1) / pages.length);
    }
    const [first, ...rest] = outputs;
    if (!first) throw new ConversionError('empty', 'no page in it');
    return { outputs: [first, ...rest], warnings: notes.lostPicture ? [{ code: 'pictures-dropped' }] : [] };
  },
};
