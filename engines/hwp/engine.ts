import type { Bytes } from '@bakkum/bytes/bytes';
import {
  type ConvertResult,
  type Engine,
  type EngineContext,
  type EngineOutput,
  readInput,
  type Warning,
} from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { COMPRESSED, STORED, withBarePageNumbers } from '@bakkum/document-hwpx/normalize';
import { type ReadDocument, readHwpx } from '@bakkum/document-hwpx/read';
import { writeDocx } from '@bakkum/document-model/docx';
import { isBox } from '@bakkum/document-model/docx-boxes';
import type { Shape } from '@bakkum/document-model/graphics';
import { writeHtml } from '@bakkum/document-model/html';
import { writeMarkdown } from '@bakkum/document-model/markdown';
import { type Block, type DocumentModel, plainText } from '@bakkum/document-model/model';
import { writeTextLines } from '@bakkum/document-model/text-lines';
import { createPagesPdf } from '@bakkum/document-pages/pages-pdf';
import { chooseFaces, usesOtherFonts } from './faces.ts';
import { barePageNumbers } from './page-numbers.ts';
import { type OpenDocument, openDocument } from './program.ts';
import { protectionOf } from './protection.ts';
import { titleOf } from './title.ts';

/** Converts Hangul documents: pages to PDF and SVG, text to other documents, and each Hangul format to the other. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const bytes = await readInput(request.inputs[0]);
    const write = WRITERS[request.to];
    const plain = write && request.from === 'hwpx' ? readUnprotected(bytes) : undefined;
    if (write && plain) return written(plain, write);
    const purpose = request.to === 'pdf' || request.to === 'svg' ? 'drawing' : 'saving';
    const document = await openDocument(bytes, String(request.options['password'] ?? ''), purpose, context);
    try {
      if (write) return written(readHwpx(savedPackage(document, bytes, STORED)), write);
      return await convertOpened(document, bytes, request.to, context);
    } finally {
      document.close();
    }
  },
};

type Writer = (model: DocumentModel) => Blob;

/** Writers of editable documents. */
const WRITERS: Readonly<Record<string, Writer>> = {
  docx: writeDocx,
  html: writeHtml,
  md: writeMarkdown,
  txt: writeTextLines,
};

function written({ document, lostPictures }: ReadDocument, write: Writer): ConvertResult {
  const isOnlyText = write === writeMarkdown || write === writeTextLines;
  if (isOnlyText && !holds(document, isText)) throw new ConversionError('empty', 'no text in it');
  const losesShapes = holds(document, write === writeDocx ? hasShapesInside : hasShapes);
  const warnings: readonly Warning[] = lostPictures > 0 || losesShapes ? [{ code: 'pictures-dropped' }] : [];
  return { outputs: [{ content: write(document) }], warnings };
}

function convertOpened(
  document: OpenDocument,
  file: Bytes,
  to: string,
  context: EngineContext,
): Promise<ConvertResult> | ConvertResult {
  switch (to) {
    case 'pdf':
      return asPdf(document, titleOf(file), context);
    case 'svg':
      return asPictures(document, context);
    case 'hwp':
      return single(document.save('hwp'), 'application/x-hwp');
    case 'hwpx':
      return single(savedPackage(document, file, COMPRESSED), 'application/hwp+zip');
    default:
      throw new RangeError(`not a target: ${to}`);
  }
}

const isText = (block: Block): boolean => block.kind === 'paragraph' && plainText(block.content).trim() !== '';

/** Lines, which are often decoration, are not worth a warning. */
const hasShapes = (block: Block): boolean =>
  block.kind === 'paragraph' && block.content.some((inline) => inline.kind === 'drawing' && inline.drawing.shapes.some(isArea));

const isArea = ({ fill, outlines }: Shape): boolean => fill !== undefined || outlines.some(({ isClosed }) => isClosed);

/** Whether a text box has shapes inside, which Word does not have. */
const hasShapesInside = (block: Block): boolean => isBox(block) && includes([block], hasShapes);

const holds = ({ sections }: DocumentModel, isFound: (block: Block) => boolean): boolean =>
  sections.some(({ blocks }) => includes(blocks, isFound));

/** Whether one of the blocks, or of those in their cells, passes a test. */
function includes(blocks: readonly Block[], isFound: (block: Block) => boolean): boolean {
  return blocks.some((block) => {
    if (isFound(block)) return true;
    const cells = block.kind === 'table' ? block.rows.flatMap((row) => row.cells) : [];
    return cells.some((cell) => includes(cell.blocks ?? cell.paragraphs, isFound));
  });
}

/** An HWPX package is read directly, and through the program only if that fails. */
function readUnprotected(bytes: Uint8Array<ArrayBuffer>): ReadDocument | undefined {
  if (protectionOf(bytes) !== 'none') return undefined;
  try {
    return readHwpx(bytes);
  } catch (failure) {
    if (failure instanceof ConversionError) return undefined;
    throw failure;
  }
}

/** The program's HWPX export. The other formats are read from it. */
const savedPackage = (document: OpenDocument, file: Bytes, level: typeof STORED | typeof COMPRESSED): Bytes =>
  withBarePageNumbers(document.save('hwpx'), barePageNumbers(file), level);

function single(bytes: Uint8Array<ArrayBuffer>, type: string, warnings: readonly Warning[] = []): ConvertResult {
  return { outputs: [{ content: new Blob([bytes], { type }) }], warnings };
}

async function asPdf(document: OpenDocument, title: string, context: EngineContext): Promise<ConvertResult> {
  const pdf = createPagesPdf({ choose: chooseFaces, load: (face) => context.bytes(face) });
  let substituted = false;
  let page = 0;
  for await (const svg of pagesOf(document, context)) {
    substituted ||= usesOtherFonts(svg);
    await pdf.addPage(svg, document.areas(page));
    page += 1;
  }
  const warnings: readonly Warning[] = [
    ...(substituted ? [{ code: 'fonts-substituted' } as const] : []),
    ...(pdf.lostPictures() > 0 ? [{ code: 'pictures-dropped' } as const] : []),
  ];
  return { outputs: [{ content: pdf.finish(title, { language: 'ko-KR', links: document.links() }) }], warnings };
}

async function asPictures(document: OpenDocument, context: EngineContext): Promise<ConvertResult> {
  const pictures: EngineOutput[] = [];
  for await (const svg of pagesOf(document, context)) {
    const content = new Blob([svg], { type: 'image/svg+xml' });
    pictures.push({ content, ...(document.pageCount > 1 && { label: `page-${pictures.length + 1}` }) });
  }
  const [first, ...others] = pictures;
  if (!first) throw new ConversionError('corrupt', 'no pages');
  return { outputs: [first, ...others], warnings: [] };
}

/** Yields pages one by one and lets the event loop run between them, so that cancellation takes effect. */
async function* pagesOf(document: OpenDocument, context: EngineContext): AsyncGenerator<string> {
  if (document.pageCount === 0) throw new ConversionError('corrupt', 'no pages');
  for (let index = 0; index < document.pageCount; index += 1) {
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
    context.signal.throwIfAborted();
    yield document.drawPage(index);
    context.onProgress((index + 1) / document.pageCount);
  }
}
