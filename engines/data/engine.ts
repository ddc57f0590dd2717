import { type ConvertRequest, type ConvertResult, type Engine, type EngineOutput, readInput } from '@bakkum/conversion/engine';
import { ConversionError, withinStack } from '@bakkum/conversion/errors';
import { type NamedRows, tablesOf } from '@bakkum/data-tree/tables';
import { DATA, dataOf, dataTree, lossNotes } from '@bakkum/data-tree/tree';
import { isTable, type Notes, type Value } from '@bakkum/data-tree/value';
import { decodeText, ENCODINGS } from '@bakkum/document-input/text-encoding';
import { encodeText, isOutputEncoding } from '@bakkum/document-output/text-encoding';
import { readDelimited, writeDelimited } from './delimited.ts';
import { FORMATS } from './formats.ts';
import { TABLES } from './kinds.ts';

/** The tree of a file takes about thirty times its bytes. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Converts data formats through a tree that represents the types of all of them. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const notes = lossNotes();
    const value = await valueOf(request, notes);
    context.signal.throwIfAborted();
    const { outputs, replaced } = withinStack(() => results(value, request, notes));
    context.onProgress(1);
    const lacking = replaced > 0 ? [{ code: 'characters-replaced', params: { count: replaced } } as const] : [];
    return { outputs, warnings: [...notes.warnings(), ...lacking] };
  },
};

async function valueOf(request: ConvertRequest, notes: Notes): Promise<Value> {
  if (request.from === DATA) return dataOf(request.inputs[0]);
  const bytes = await readInput(request.inputs[0], MAX_BYTES);
  return withinStack(() => read(bytes, request, notes));
}

type Results = { readonly outputs: ConvertResult['outputs']; readonly replaced: number };

/** Returns one file, or one per table if the format holds only one. */
function results(value: Value, request: ConvertRequest, notes: Notes): Results {
  if (request.to === DATA) return { outputs: [{ content: dataTree(value) }], replaced: 0 };
  const [first, ...others] = TABLES.has(request.to) ? severalTables(value, notes) : [];
  if (!first || others.length === 0) {
    const { content, replaced } = written(value, request, notes);
    return { outputs: [{ content }], replaced };
  }
  let replaced = 0;
  const output = ({ name = '', records }: NamedRows): EngineOutput => {
    const made = written(records, request, notes);
    replaced += made.replaced;
    return { content: made.content, label: name };
  };
  return { outputs: [output(first), ...others.map(output)], replaced };
}

const severalTables = (value: Value, notes: Notes): readonly NamedRows[] =>
  isTable(value) && value.size > 1 ? tablesOf(value, notes).filter(({ name }) => name !== undefined) : [];

function read(bytes: Uint8Array<ArrayBuffer>, { from, options }: ConvertRequest, notes: Notes): Value {
  const encoding = ENCODINGS.find((known) => known === options.inputEncoding);
  const text = (): string => (encoding ? decodeText(bytes, encoding) : decodeText(bytes));
  if (TABLES.has(from))
    return readDelimited(text(), { ...(from === 'tsv' ? { separator: '\t' } : {}), detectTypes: options.detectTypes !== false });
  const format = formatOf(from);
  return format.binary ? format.read(bytes, notes) : format.read(text(), notes);
}

const SEPARATORS: Readonly<Record<string, string>> = { comma: ',', semicolon: ';', tab: '\t' };

function written(value: Value, { to, options }: ConvertRequest, notes: Notes): { content: Blob; replaced: number } {
  const type = MEDIA_TYPES[to] ?? 'text/plain';
  const format = TABLES.has(to) ? undefined : formatOf(to);
  if (format?.binary) return { content: new Blob([format.write(value, notes)], { type }), replaced: 0 };
  const separator = to === 'tsv' ? '\t' : (SEPARATORS[String(options.separator)] ?? ',');
  const text = format ? format.write(value, notes) : writeDelimited(value, separator, notes);
  const { bytes, replaced } = encodeText(text, isOutputEncoding(options.outputEncoding) ? options.outputEncoding : 'utf-8');
  return { content: new Blob([bytes], { type }), replaced };
}

function formatOf(id: string): (typeof FORMATS)[string] {
  const format = FORMATS[id];
  if (!format) throw new ConversionError('internal', `no data format ${id}`);
  return format;
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  jsonc: 'application/json',
  json5: 'application/json5',
  ndjson: 'application/x-ndjson',
  yaml: 'application/yaml',
  toml: 'application/toml',
  toon: 'text/toon',
  xml: 'application/xml',
  plist: 'application/x-plist',
  msgpack: 'application/vnd.msgpack',
  cbor: 'application/cbor',
  bson: 'application/bson',
  bplist: 'application/x-bplist',
  torrent: 'application/x-bittorrent',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
};
