import { type Engine, readInput, type Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { type Block, pagesOf } from './page.ts';
import { openStore } from './store.ts';
import { htmlOf, textOf } from './writing.ts';

const MAX_BYTES = 512 * 1024 * 1024;

/** Converts OneNote sections for reading: text, images and tables of all pages. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const bytes = await readInput(request.inputs[0], MAX_BYTES);
    const pages = pagesOf(openStore(bytes));
    if (pages.length === 0) throw new ConversionError('empty', 'no page with anything on it');
    context.onProgress(0.8);
    const isText = request.to === 'txt';
    const content = new Blob([isText ? textOf(pages) : htmlOf(pages)], { type: isText ? 'text/plain' : 'text/html' });
    return { outputs: [{ content }], warnings: warningsOf(pages.flat(), isText) };
  },
};

function warningsOf(blocks: readonly Block[], isText: boolean): readonly Warning[] {
  const holds = (kind: Block['kind']): boolean => blocks.some((block) => block.kind === kind);
  return [
    ...(isText && holds('picture') ? [{ code: 'pictures-dropped' } as const] : []),
    ...(holds('file') ? [{ code: 'attachments-dropped' } as const] : []),
  ];
}
