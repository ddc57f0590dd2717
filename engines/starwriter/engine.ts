import { type Engine, readInput } from '@bakkum/conversion/engine';
import { escapeHtml } from '@bakkum/markup/escape';
import { htmlPage } from '@bakkum/markup/html-page';
import { paragraphsOf } from './document.ts';

const MAX_BYTES = 256 * 1024 * 1024;

/** Reads the text of StarWriter documents. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const bytes = await readInput(request.inputs[0], MAX_BYTES);
    const paragraphs = paragraphsOf(bytes);
    context.onProgress(1);
    const content =
      request.to === 'txt'
        ? new Blob([`${paragraphs.join('\n').replaceAll('\u000b', '\n')}\n`], { type: 'text/plain' })
        : new Blob([pageOf(paragraphs)], { type: 'text/html' });
    return { outputs: [{ content }], warnings: [] };
  },
};

function pageOf(paragraphs: readonly string[]): string {
  const lines = paragraphs
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${paragraph.split('\u000b').map(escapeHtml).join('<br>')}</p>`);
  return htmlPage({ title: '', body: lines.join('\n') });
}
