import type { ConvertRequest } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { mediaTypeOf } from './kinds.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** What the program saved, as the result it was asked for. */
export function savedAs(bytes: Bytes, { to }: Pick<ConvertRequest, 'to'>): Blob {
  if (bytes.length === 0) throw new ConversionError('internal', `an empty ${to}`);
  return new Blob([to === 'txt' ? withoutMark(bytes) : bytes], { type: mediaTypeOf(to) });
}

function withoutMark(bytes: Bytes): Bytes {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

const MARK = '\uFEFF';
const LINE_ENDS: ReadonlySet<number> = new Set([0x0a, 0x0d]);

export type Table = { readonly name: string; readonly bytes: Bytes };

/** The sheets of a workbook, named by their labels. Empty ones are left out, as Excel adds them unasked. */
export function savedTables(
  tables: readonly Table[],
  { to, options }: Pick<ConvertRequest, 'to' | 'options'>,
): readonly [{ content: Blob; label?: string }, ...{ content: Blob; label?: string }[]] {
  const filled = tables.filter(({ bytes }) => bytes.some((byte) => !LINE_ENDS.has(byte)));
  const outputs = filled.map(({ name, bytes }) => {
    const content = new Blob(options['byteOrderMark'] === true ? [MARK, bytes] : [bytes], { type: mediaTypeOf(to) });
    return filled.length === 1 ? { content } : { content, label: name };
  });
  const [first, ...rest] = outputs;
  if (!first) throw new ConversionError('empty', 'no sheet has a cell');
  return [first, ...rest];
}
