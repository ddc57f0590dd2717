import { inflate } from '@bakkum/bytes/streams';
import { safeName } from '@bakkum/conversion/file-names';
import { PDFDict, PDFRawStream, PDFString } from '@cantoo/pdf-lib';
import type { Part } from '../document/assemble.ts';
import { namesIn } from '../document/name-tree.ts';
import { arrayOf, dictOf, dictsIn, filtersOf, name, nameOf, textOf } from '../document/objects.ts';
import { unpack } from '../document/unpacking.ts';

/** An embedded file (ISO 32000-1, 7.11.4). */
export type Attachment = {
  /** A safe name, without folders. */
  readonly name: string;
  readonly stream: PDFRawStream;
  readonly modifiedAt: Date | undefined;
};

/** The attachments of the document and of its pages, each once. */
export function attachmentsIn({ document: { catalog, context }, pages }: Part): readonly Attachment[] {
  const listed = namesIn(dictOf(dictOf(catalog, 'Names'), 'EmbeddedFiles'), context).map(
    ([given, value]) => [given, context.lookup(value)] as const,
  );
  const associated = dictsIn(arrayOf(catalog, 'AF'), context).map(([spec]) => ['', spec] as const);
  // Pages can share one long list.
  const pinned = [...new Set(pages.map(({ dict }) => arrayOf(dict, 'Annots')))].flatMap((annotations) =>
    dictsIn(annotations, context).flatMap(([annotation]) =>
      nameOf(annotation, 'Subtype') === 'FileAttachment' ? [['', annotation.lookup(name('FS'))] as const] : [],
    ),
  );
  const found = new Map<PDFRawStream, Attachment>();
  for (const [given, spec] of [...listed, ...associated, ...pinned]) {
    const stream = spec instanceof PDFDict ? contentOf(spec) : undefined;
    if (!stream || !(spec instanceof PDFDict) || found.has(stream)) continue;
    found.set(stream, { name: safeName(nameIn(spec) ?? given), stream, modifiedAt: dateOf(stream) });
  }
  return [...found.values()];
}

/** Keys of a file name, the preferred one first. */
const NAMES = ['UF', 'F', 'Unix', 'Mac', 'DOS'];

function contentOf(spec: PDFDict): PDFRawStream | undefined {
  const files = dictOf(spec, 'EF');
  return NAMES.map((key) => files?.lookup(name(key))).find((value) => value instanceof PDFRawStream);
}

/** The file name without its folders, because a sender's program can store the whole path. */
function nameIn(spec: PDFDict): string | undefined {
  const path = NAMES.map((key) => textOf(spec.lookup(name(key)))).find((text) => text !== undefined && text !== '');
  return path?.split(/[\\/]/).findLast((part) => part !== '');
}

function dateOf({ dict }: PDFRawStream): Date | undefined {
  const date = dictOf(dict, 'Params')?.lookup(name('ModDate'));
  try {
    const read = date instanceof PDFString ? date.decodeDate() : undefined;
    return read && isInZip(read) ? read : undefined;
  } catch {
    return undefined; // damaged
  }
}

/** Dates in ZIP files start in 1980 and end in 2107. */
const isInZip = (date: Date): boolean => date.getFullYear() >= 1980 && date.getFullYear() < 2107;

/** Larger attachments do not fit in memory with the file itself. */
const MAX_BYTES = 512 * 1024 * 1024;

/** Unpacks an attachment. `undefined` if it is damaged, too large or packed in an unusual way. */
export async function attachmentBytes({ stream }: Attachment, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { contents, dict } = stream;
  const [filter, ...more] = filtersOf(dict);
  if (filter === undefined) return contents.slice();
  if (more.length > 0) return undefined;
  try {
    if (filter === 'FlateDecode' && !dict.has(name('DecodeParms')))
      return await inflate(contents.slice(), 'deflate', { maxBytes: MAX_BYTES, signal });
    return unpack(stream).slice();
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
