import type { Bytes } from '@bakkum/bytes/bytes';
import { bytesOf, type ConvertRequest, type FormatId, type Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { OptionValues } from '@bakkum/conversion/options';
import { readPresentation } from '@bakkum/document-input/iwork/presentation';
import { decodeText, markupAsUtf8 } from '@bakkum/document-input/text-encoding';
import { writePptx } from '@bakkum/document-model/pptx';
import { admit, isLockedWorkbook, isSealed } from './admission.ts';
import { isOpenDocument, type Source } from './kinds.ts';
import { openOpenDocument } from './open-document-encryption.ts';
import { decryptPackage } from './package-encryption.ts';
import { csvTokens } from './save-options.ts';
import { withoutUnusedLayouts } from './slide-layouts.ts';
import { openSlides } from './slides-encryption.ts';
import { guessSeparator, textColumns } from './text-input.ts';

/** An accepted document in the form passed to LibreOffice. */
export type Opening = {
  /** Format of `bytes`. */
  readonly format: FormatId;
  readonly source: Source;
  /** The file says that it is encrypted; it may still open with a well-known default password. */
  readonly isLocked: boolean;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** File name with an extension; LibreOffice detects the format by it and names a table's sheet after it. */
  readonly name: string;
  /** Import filter options for that extension. */
  readonly options: string;
  /** Losses before LibreOffice opens the document. */
  readonly warnings: readonly Warning[];
};

/**
 * Checks a document, removes encryption that LibreOffice cannot handle, and converts text to UTF-8. Errors: `empty`, `corrupt`,
 * `too-large`, `encrypted`, `wrong-password`, `unsupported-feature`.
 */
export async function openingOf(request: ConvertRequest, signal: AbortSignal): Promise<Opening> {
  const given = await bytesOf(request.inputs[0]);
  if (request.from === 'key') return slidesOf(given);
  const password = passwordOf(request.options);
  const bytes = await withoutSeal(given, request.from, password, signal);
  const source = admit(bytes, request.from);
  const lighter = request.from === 'pptx' && request.to === 'pdf' ? withoutUnusedLayouts(bytes) : bytes;
  const isLocked = source.kind === 'sheets' && isLockedWorkbook(bytes);
  return { format: request.from, source, isLocked, ...readableAs(request.from, lighter), warnings: [] };
}

/** LibreOffice cannot read presentations of Keynote, so it gets their slides as PowerPoint (docs/decisions/107-keynote-in-office.md). */
async function slidesOf(keynote: Bytes): Promise<Opening> {
  if (keynote.length === 0) throw new ConversionError('empty', 'zero bytes');
  const { deck, warnings } = readPresentation(keynote);
  const bytes = new Uint8Array(await writePptx(deck).arrayBuffer());
  return { format: 'pptx', source: admit(bytes, 'pptx'), isLocked: false, ...readableAs('pptx', bytes), warnings };
}

async function withoutSeal(given: Bytes, from: string, password: string, signal: AbortSignal): Promise<Bytes> {
  if (isSealed(given, from)) return decryptPackage(given, password, signal);
  if (from === 'ppt') return openSlides(given, password, signal);
  if (!isOpenDocument(from)) return given;
  admit(given, from);
  return openOpenDocument(given, password, signal);
}

export function passwordOf({ password }: OptionValues): string {
  return typeof password === 'string' ? password : '';
}

const MARKUP: ReadonlySet<string> = new Set(['html', 'fodt', 'fods', 'fodp', 'fodg']);

function asUtf8(bytes: Uint8Array<ArrayBuffer>, from: string): Uint8Array<ArrayBuffer> {
  if (from === 'txt') return encodeMarked(decodeText(bytes));
  return MARKUP.has(from) ? markupAsUtf8(bytes) : bytes;
}

const TABLES: ReadonlySet<string> = new Set(['csv', 'tsv']);
export const isTable = (format: string): boolean => TABLES.has(format);

type Content = Pick<Opening, 'bytes' | 'name' | 'options'>;

/** Text is passed as UTF-8 with a byte order mark, whatever its encoding; tables specify their separator. */
function readableAs(from: string, bytes: Uint8Array<ArrayBuffer>): Content {
  if (isTable(from)) return tableOf(bytes, from);
  return { name: `document.${from}`, bytes: asUtf8(bytes, from), options: '' };
}

/** The sheet is named after the file. */
function tableOf(bytes: Uint8Array<ArrayBuffer>, from: string): Content {
  const text = decodeText(bytes);
  const separator = from === 'tsv' ? '\t' : guessSeparator(text);
  const columns = textColumns(text, separator).map((column) => `${column}/2`);
  const options = csvTokens(separator, `,${columns.join('/')}`);
  return { name: 'Sheet1.csv', bytes: new TextEncoder().encode(text), options };
}

const MARK = '\uFEFF';

function encodeMarked(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text.startsWith(MARK) ? text : MARK + text);
}
