import { type Bytes, startsWith, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { packageTitle } from '@bakkum/document-hwpx/parts';
import { readStream } from '@bakkum/document-office/compound-file';
import { isCompoundFile } from './records.ts';

/** The title in the document's own description; empty if it has none, or none that can be read. */
export function titleOf(file: Bytes): string {
  if (isCompoundFile(file)) return titleInSummary(readStream(file, '\u0005HwpSummaryInformation') ?? new Uint8Array());
  if (!startsWith(file, 'PK')) return '';
  try {
    return packageTitle(file);
  } catch (failure) {
    if (failure instanceof ConversionError) return '';
    throw failure;
  }
}

/** A property set ([MS-OLEPS]): the title is property 2, a UTF-16 string. */
const SECTION_AT = 44;
const TITLE = 2;
const UTF_16 = 31;
const MAX_PROPERTIES = 1000;

function titleInSummary(bytes: Bytes): string {
  const view = viewOf(bytes);
  const word = (at: number): number => (at + 4 <= bytes.length ? view.getUint32(at, true) : 0);
  const section = word(SECTION_AT);
  const count = Math.min(word(section + 4), MAX_PROPERTIES);
  const entries = Array.from({ length: count }, (_, index) => section + 8 + index * 8);
  const entry = entries.find((at) => word(at) === TITLE);
  const start = section + word((entry ?? bytes.length) + 4);
  if (entry === undefined || word(start) !== UTF_16) return '';
  const text = bytes.subarray(start + 8, start + 8 + word(start + 4) * 2);
  return new TextDecoder('utf-16le').decode(text).replaceAll('\0', '').trim();
}
