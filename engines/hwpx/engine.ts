import { type ConvertRequest, type Engine, type EngineContext, readInput, type Warning } from '@bakkum/conversion/engine';
import { readDocx } from '@bakkum/document-docx/read';
import { writeHwpx } from '@bakkum/document-hwpx/write';
import { decodeText } from '@bakkum/document-input/text-encoding';
import type { DocumentModel } from '@bakkum/document-model/model';
import { decryptPackage } from '@bakkum/document-office/package-encryption';
import { readHtml } from './read-html.ts';
import { readText } from './read-text.ts';

/** Size limit of the input, because its tree is held in memory as well. */
const MAX_BYTES = 100_000_000;

/** Converts Word documents, web pages and plain text to Hangul documents. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const bytes = await readInput(request.inputs[0], MAX_BYTES);
    const { document, lostPictures } = await readSource(bytes, request, context);
    context.signal.throwIfAborted();
    const warnings: readonly Warning[] = lostPictures > 0 ? [{ code: 'pictures-dropped' }] : [];
    return { outputs: [{ content: writeHwpx(document) }], warnings };
  },
};

type Source = { readonly document: DocumentModel; readonly lostPictures: number };

async function readSource(bytes: Uint8Array<ArrayBuffer>, request: ConvertRequest, context: EngineContext): Promise<Source> {
  switch (request.from) {
    case 'txt':
      return { document: readText(decodeText(bytes)), lostPictures: 0 };
    case 'docx':
      return readDocx(await unsealed(bytes, String(request.options['password'] ?? ''), context.signal));
    default:
      return readHtml(decodeText(bytes));
  }
}

const COMPOUND_FILE = 0xd0;

/** A password-protected package is a stream in a compound file. */
async function unsealed(bytes: Uint8Array<ArrayBuffer>, password: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  return bytes[0] === COMPOUND_FILE ? decryptPackage(bytes, password, signal) : bytes;
}
