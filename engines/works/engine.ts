import { type Engine, readInput, type Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { type Document, reading } from './document.ts';
import { richText } from './rich-text.ts';
import { readWorks } from './works.ts';
import { readWrite } from './write.ts';

/** Converts Windows Write, Word for DOS and Microsoft Works documents to RTF, which the office engine and pandoc read. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const bytes = await readInput(request.inputs[0]);
    const document = reading(() => (request.from === 'wri' ? readWrite(bytes) : readWorks(bytes)));
    if (!holdsText(document)) throw new ConversionError('empty', 'no text in it');
    context.onProgress(0.5);
    const content = new Blob([richText(document)], { type: 'application/rtf' });
    return { outputs: [{ content }], warnings: warningsOf(document) };
  },
};

function warningsOf({ hasPictures, isCutOff }: Document): readonly Warning[] {
  const pictures: readonly Warning[] = hasPictures ? [{ code: 'pictures-dropped' }] : [];
  return isCutOff ? [...pictures, { code: 'damaged-source' }] : pictures;
}

function holdsText({ header, footer, body }: Document): boolean {
  return [header, body, footer].some((part) => part.some(({ runs }) => runs.some(({ text }) => text.trim() !== '')));
}
