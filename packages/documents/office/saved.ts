import type { Bytes } from '@bakkum/bytes/bytes';
import type { ConvertRequest, ConvertResult, EngineOutput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { encodeText, isOutputEncoding } from '@bakkum/document-output/text-encoding';
import { mediaTypeOf } from './kinds.ts';

/** Wraps the saved file as the requested result. Errors: `empty` when a text target has no text. */
export function savedAs(bytes: Bytes, { to }: Pick<ConvertRequest, 'to'>): Blob {
  if (bytes.length === 0) throw new ConversionError('internal', `an empty ${to}`);
  const saved = to === 'txt' ? withoutMark(bytes) : bytes;
  if (to === 'txt' && saved.every((byte) => byte <= SPACE)) throw new ConversionError('empty', 'no text in it');
  return new Blob([saved], { type: mediaTypeOf(to) });
}

/** Characters up to this one are blank: line ends, tabs, form feeds. */
const SPACE = 0x20;

function withoutMark(bytes: Bytes): Bytes {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

const LINE_ENDS: ReadonlySet<number> = new Set([0x0a, 0x0d]);

/** `bytes` are UTF-8. */
export type Table = { readonly name: string; readonly bytes: Bytes };

/** A workbook without content becomes a table with one empty line. */
function nothing(tables: readonly Table[], to: string): ConvertResult {
  if (tables.length === 0) throw new ConversionError('empty', 'no sheet in it');
  return { outputs: [{ content: new Blob(['\r\n'], { type: mediaTypeOf(to) }) }], warnings: [{ code: 'no-content' }] };
}

/**
 * The sheets of a workbook, labelled by name, in the requested encoding. Empty sheets are dropped, because Excel adds them by
 * default.
 */
export function savedTables(tables: readonly Table[], { to, options }: Pick<ConvertRequest, 'to' | 'options'>): ConvertResult {
  const { outputEncoding } = options;
  const encoding = isOutputEncoding(outputEncoding) ? outputEncoding : 'utf-8';
  const filled = tables.filter(({ bytes }) => bytes.some((byte) => !LINE_ENDS.has(byte)));
  const written = filled.map(({ name, bytes }) => ({ name, ...encodeText(new TextDecoder().decode(bytes), encoding) }));
  const [first, ...rest] = written.map(({ name, bytes }): EngineOutput => {
    const content = new Blob([bytes], { type: mediaTypeOf(to) });
    return filled.length === 1 ? { content } : { content, label: name };
  });
  if (!first) return nothing(tables, to);
  const count = written.reduce((sum, { replaced }) => sum + replaced, 0);
  return { outputs: [first, ...rest], warnings: count > 0 ? [{ code: 'characters-replaced', params: { count } }] : [] };
}
