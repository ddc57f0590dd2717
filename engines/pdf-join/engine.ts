import {
  type Content,
  type ConvertRequest,
  type ConvertResult,
  type Engine,
  type EngineContext,
  eachInput,
  inputCount,
  readInput,
  type Warning,
} from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { OptionValues } from '@bakkum/conversion/options';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { pageIndexes } from './page-range.ts';

/** Joins pages of PDF files unchanged, without rendering them. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    return join(request, context);
  },
};

async function join(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  const joined = await PDFDocument.create({ updateMetadata: false });
  joined.setProducer('Bakkum');
  const count = inputCount(request);
  let [done, hasOutline] = [0, false];
  for await (const input of eachInput(request)) {
    const document = await open(input, request.options);
    const { pages } = request.options;
    const wanted = pageIndexes(count === 1 && typeof pages === 'string' ? pages : '', document.getPageCount());
    for (const page of await joined.copyPages(document, [...wanted])) joined.addPage(page);
    hasOutline ||= document.catalog.has(PDFName.of('Outlines'));
    if (done === 0) keepTitle(document, joined);
    done += 1;
    context.onProgress(done / (count + 1));
    context.signal.throwIfAborted();
  }
  const bytes = await joined.save({ addDefaultPage: false });
  const warnings: readonly Warning[] = hasOutline ? [{ code: 'chapters-dropped' }] : [];
  return { outputs: [{ content: new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }) }], warnings };
}

function keepTitle(from: PDFDocument, to: PDFDocument): void {
  const title = from.getTitle();
  if (title !== undefined) to.setTitle(title);
}

/** A file without a user password may be opened by anyone, regardless of its owner password. */
async function open(input: Content, { password }: OptionValues): Promise<PDFDocument> {
  const bytes = await readInput(input);
  const given = typeof password === 'string' ? password : '';
  try {
    const document = await PDFDocument.load(bytes, { password: given, updateMetadata: false, throwOnInvalidObject: false });
    if (document.getPageCount() === 0) throw new ConversionError('corrupt', 'no page');
    return document;
  } catch (cause) {
    if (cause instanceof ConversionError) throw cause;
    if (!isEncrypted(bytes)) throw new ConversionError('corrupt', String(cause), { cause });
    throw new ConversionError(given === '' ? 'encrypted' : 'wrong-password', String(cause), { cause });
  }
}

/** The trailer, or the cross-reference stream in its place, refers to the encryption dictionary. */
function isEncrypted(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes).includes('/Encrypt');
}
