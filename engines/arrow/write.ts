import type { ConvertRequest, ConvertResult, EngineContext, EngineOutput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { type Column, columnsOf, tablesOf } from '@bakkum/data-tree/tables';
import { dataOf, lossNotes } from '@bakkum/data-tree/tree';
import { Moment, type Notes, wordsOf } from '@bakkum/data-tree/value';
import {
  Binary,
  Bool,
  type DataType,
  DateDay,
  Field,
  Float64,
  Int64,
  makeBuilder,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table,
  TimestampMillisecond,
  tableToIPC,
  Utf8,
} from './.prepared/arrow.mjs';

/** Writes one file per table; `arrows` is the stream form without a random-access index. */
export async function writeArrow(request: ConvertRequest, { signal, onProgress }: EngineContext): Promise<ConvertResult> {
  signal.throwIfAborted();
  const notes = lossNotes();
  const tables = tablesOf(dataOf(request.inputs[0]), notes);
  const outputs = tables.map(({ name, records }): EngineOutput => {
    const table = tableOf(columnsOf(records, notes), records.length, notes);
    const bytes = new Uint8Array(tableToIPC(table, request.to === 'arrows' ? 'stream' : 'file'));
    const type = `application/vnd.apache.arrow.${request.to === 'arrows' ? 'stream' : 'file'}`;
    const content = new Blob([bytes], { type });
    return name === undefined || tables.length === 1 ? { content } : { content, label: name };
  });
  onProgress(1);
  const [first, ...others] = outputs;
  if (!first) throw new ConversionError('unsupported-feature', 'no table in it');
  return { outputs: [first, ...others], warnings: notes.warnings() };
}

const TYPES: Readonly<Record<Column['kind'], () => DataType>> = {
  truth: () => new Bool(),
  whole: () => new Int64(),
  real: () => new Float64(),
  text: () => new Utf8(),
  bytes: () => new Binary(),
  date: () => new DateDay(),
  instant: () => new TimestampMillisecond('UTC'),
  'date-time': () => new TimestampMillisecond(),
  time: () => new Utf8(),
};

function tableOf(columns: readonly Column[], length: number, notes: Notes): Table {
  const fields = columns.map(({ name, kind }) => new Field(name, TYPES[kind](), true));
  const children = columns.map((column, index) => dataOfColumn(column, fields[index]?.type ?? new Utf8(), notes));
  const schema = new Schema(fields);
  const struct = makeData({ type: new Struct(fields), length, nullCount: 0, children });
  return new Table(schema, new RecordBatch(schema, struct));
}

function dataOfColumn({ cells, kind }: Column, type: DataType, notes: Notes) {
  // Nulls are appended one at a time: given a list of null values, the package would generate code, which the content security
  // policy forbids.
  const builder = makeBuilder({ type, nullValues: [] });
  for (const [index, cell] of cells.entries()) {
    if (cell === null) builder.setValid(index, false);
    else builder.set(index, cell instanceof Moment ? storedAs(cell, kind, notes) : cell);
  }
  return builder.finish().flush();
}

function storedAs(moment: Moment, kind: Column['kind'], notes: Notes): unknown {
  if (kind === 'date') return new Date(`${moment.iso}T00:00:00Z`);
  if (kind === 'instant' || kind === 'date-time') {
    if (/\.\d{4,}/.test(moment.iso)) notes.lose('types-changed'); // finer than milliseconds
    return Date.parse(kind === 'date-time' ? `${moment.iso}Z` : moment.iso);
  }
  notes.lose('types-changed');
  return wordsOf(moment);
}
