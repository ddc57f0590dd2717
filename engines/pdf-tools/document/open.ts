import { type Content, type EngineContext, readInput, type Warning } from '@bakkum/conversion/engine';
import { ConversionError, withinStack } from '@bakkum/conversion/errors';
import { openDocument } from '@bakkum/document-pdfium/document';
import { pdfiumOf, withoutTraps } from '@bakkum/document-pdfium/program';
import { saveDocument } from '@bakkum/document-pdfium/saving';
import { PDFDocument } from '@cantoo/pdf-lib';
import { type Part, partOf } from './assemble.ts';
import { hasTable } from './cross-reference-table.ts';
import { allowUnpacking, refusedStreams, tooLarge } from './unpacking.ts';

export type Opened = { readonly part: Part; readonly warnings: readonly Warning[] };

/**
 * Opens a PDF with its password. A file without a user password may be opened by anyone, regardless of its owner password. pdf-lib
 * finds the objects of a damaged file without its cross-reference table. Files that it cannot read are rewritten by PDFium first.
 * @throws ConversionError `empty`, `encrypted`, `wrong-password`, `unsupported-feature` or `corrupt`
 */
export async function open(input: Content, password: string, context: EngineContext): Promise<Opened> {
  const bytes = await readInput(input);
  allowUnpacking(bytes.length);
  const part = await readable(bytes, password);
  if (part) return { part, warnings: hasTable(bytes) ? [] : [{ code: 'damaged-source' }] };
  context.signal.throwIfAborted();
  const repaired = await rewritten(bytes, password, context);
  const second = await readable(repaired.bytes, '');
  if (!second) throw new ConversionError('corrupt', 'no page');
  return { part: second, warnings: repaired.isDamaged ? [{ code: 'damaged-source' }] : [] };
}

/** Loads a file that this engine has written. */
export async function reopen(bytes: Uint8Array): Promise<Part> {
  const part = await readable(bytes, '');
  if (!part) throw new ConversionError('internal', 'the result cannot be read');
  return part;
}

async function readable(bytes: Uint8Array, password: string): Promise<Part | undefined> {
  const refused = refusedStreams();
  try {
    const document = await PDFDocument.load(bytes, {
      password,
      updateMetadata: false,
      throwOnInvalidObject: false,
      preserveXFA: true,
      parseSpeed: OBJECTS_PER_TURN,
    });
    if (refusedStreams() > refused) throw tooLarge();
    const part = withinStack(() => partOf(document));
    return part.pages.length > 0 ? part : undefined;
  } catch (cause) {
    if (cause instanceof ConversionError) throw cause;
    return undefined;
  }
}

/** Objects parsed before the worker handles other work, such as a cancellation. */
const OBJECTS_PER_TURN = 10_000;

type Rewritten = { readonly bytes: Uint8Array; readonly isDamaged: boolean };

async function rewritten(bytes: Uint8Array, password: string, context: EngineContext): Promise<Rewritten> {
  const pdfium = await pdfiumOf(context, 'pdfium');
  return withoutTraps(async () => {
    const document = openDocument(pdfium, bytes, password);
    try {
      const isEncrypted = pdfium.call.EPDF_RemoveEncryption(document.handle) !== 0;
      return { bytes: saveDocument(document), isDamaged: document.isRepaired || !isEncrypted };
    } finally {
      document.close();
    }
  });
}
