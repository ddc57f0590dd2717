import { type Engine, readInput, type Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { wordsOfHtml } from '@bakkum/document-input/clean-page';
import { htmlPage } from '@bakkum/markup/html-page';
import { storyHtml } from './paragraphs.ts';
import { readLayout } from './stories.ts';

const MAX_BYTES = 512 * 1024 * 1024;

/** Converts InDesign documents (IDML): stories in reading order with headings, emphasis and tables. Page positions are lost. */
export const engine: Engine = {
  async convert({ inputs, to }, context) {
    context.signal.throwIfAborted();
    const { stories, hasPictures } = readLayout(await readInput(inputs[0], MAX_BYTES));
    context.onProgress(0.5);
    const bodies: string[] = [];
    for (const story of stories) {
      context.signal.throwIfAborted();
      bodies.push(storyHtml(story));
    }
    const body = bodies.filter((each) => each !== '').join('\n<hr>\n');
    if (body === '') throw new ConversionError('empty', 'no text in it');
    const warnings: readonly Warning[] = hasPictures ? [{ code: 'pictures-dropped' }] : [];
    const content = to === 'txt' ? new Blob([`${wordsOfHtml(body)}\n`], { type: 'text/plain' }) : pageOf(body);
    return { outputs: [{ content }], warnings };
  },
};

function pageOf(body: string): Blob {
  const title = wordsOfHtml(body.slice(0, 2000)).split('\n')[0]?.slice(0, 120) ?? '';
  return new Blob([htmlPage({ title, body })], { type: 'text/html' });
}
