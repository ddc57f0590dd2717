import type { Bytes } from '@bakkum/bytes/bytes';
import { readCompoundFile } from '@bakkum/compound-file/storage';
import { ConversionError } from '@bakkum/conversion/errors';
import { decodeText } from '@bakkum/document-input/text-encoding';
import { type DocumentRecord, recordsIn, recordsInside } from './records.ts';

const HAS_PASSWORD = 8;
const MAX_DEPTH = 40;

/** Reads the paragraphs of a StarWriter 3 to 5 document. Errors: `corrupt`, `encrypted`, `empty`. */
export function paragraphsOf(file: Bytes): readonly string[] {
  const stream = readCompoundFile(file).streams.get('StarWriterDocument')?.();
  if (!stream) throw new ConversionError('corrupt', 'no document in it');
  if (!/^SW[345]HDR$/.test(new TextDecoder('latin1').decode(stream.subarray(0, 6))))
    throw new ConversionError('corrupt', 'no document of StarWriter');
  if (((stream[10] ?? 0) & HAS_PASSWORD) !== 0) throw new ConversionError('encrypted', 'a document under a password');
  const records = recordsIn(upToEnd(stream.subarray(8 + (stream[7] ?? 0))));
  // Decodes all text at once: a document has one encoding, and longer text makes detection more reliable.
  const raw = records.flatMap((record) => (record.kind === 'N' ? textsIn(record, 0) : []));
  const paragraphs = decodeText(joined(raw)).split('\n');
  if (!paragraphs.some((paragraph) => paragraph.trim() !== '')) throw new ConversionError('empty', 'no words in it');
  return paragraphs;
}

/** Drops zeros after the last record. */
function upToEnd(bytes: Bytes): Bytes {
  let end = 0;
  while (end + 4 <= bytes.length && bytes[end] !== 0) {
    const length = (bytes[end + 1] ?? 0) + (bytes[end + 2] ?? 0) * 256 + (bytes[end + 3] ?? 0) * 65_536;
    if (length < 4 || end + length > bytes.length) throw new ConversionError('corrupt', 'a record is cut off');
    end += length;
  }
  return bytes.subarray(0, end);
}

/** Returns the text in a part of the document in order: its own paragraphs, and those of tables, sections and frames. */
function textsIn(record: DocumentRecord, depth: number): readonly Bytes[] {
  if (depth > MAX_DEPTH) return [];
  if (record.kind === 'T') return [textOf(record)];
  return recordsInside(record).flatMap((inner) => textsIn(inner, depth + 1));
}

/** Skips the number of bytes in the first byte and the length of the text. */
function textOf({ content }: DocumentRecord): Bytes {
  const at = 1 + ((content[0] ?? 0) & 15);
  const length = (content[at] ?? 0) + (content[at + 1] ?? 0) * 256;
  if (at + 2 + length > content.length) throw new ConversionError('corrupt', 'a paragraph is cut off');
  // Removes markers of fields and frames; line breaks stay within their paragraph.
  return content
    .slice(at + 2, at + 2 + length)
    .map((byte) => (byte === 10 ? 11 : byte))
    .filter((byte) => byte >= 32 || byte === 9 || byte === 11);
}

function joined(parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length + 1, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    whole[at + part.length] = 10;
    at += part.length + 1;
  }
  return whole.subarray(0, Math.max(0, at - 1));
}
