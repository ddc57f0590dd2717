import type { ConvertRequest, ConvertResult, EngineContext, EngineOutput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { type Column, columnsOf, tablesOf } from '@bakkum/data-tree/tables';
import { dataOf, lossNotes } from '@bakkum/data-tree/tree';
import { Moment, type Notes, wordsOf } from '@bakkum/data-tree/value';
import type { SchemaElement } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';

/** Writes one file per table, compressed with Snappy. */
export async function writeParquet(request: ConvertRequest, { signal, onProgress }: EngineContext): Promise<ConvertResult> {
  signal.throwIfAborted();
  const notes = lossNotes();
  const tables = tablesOf(dataOf(request.inputs[0]), notes);
  const outputs = tables.map(({ name, records }): EngineOutput => {
    const content = fileOf(columnsOf(records, notes), notes);
    return name === undefined || tables.length === 1 ? { content } : { content, label: name };
  });
  onProgress(1);
  const [first, ...others] = outputs;
  if (!first) throw new ConversionError('unsupported-feature', 'no table in it');
  return { outputs: [first, ...others], warnings: notes.warnings() };
}

function fileOf(columns: readonly Column[], notes: Notes): Blob {
  if (columns.length === 0) throw new ConversionError('unsupported-feature', 'no column in it');
  const schema: SchemaElement[] = [{ name: 'root', num_children: columns.length }, ...columns.map(elementOf)];
  const columnData = columns.map((column) => ({
    name: column.name,
    data: column.cells.map((cell) => storedAs(cell, column, notes)),
  }));
  return new Blob([parquetWriteBuffer({ columnData, schema })], { type: 'application/vnd.apache.parquet' });
}

/** Schema element for each column type. Times are in microseconds. */
const ELEMENTS: Readonly<Record<Column['kind'], Omit<SchemaElement, 'name'>>> = {
  truth: { type: 'BOOLEAN' },
  whole: { type: 'INT64' },
  real: { type: 'DOUBLE' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  bytes: { type: 'BYTE_ARRAY' },
  date: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
  instant: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MICROS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
  },
  'date-time': { type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: false, unit: 'MICROS' } },
  time: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
};

const elementOf = ({ name, kind }: Column): SchemaElement => ({ name, repetition_type: 'OPTIONAL', ...ELEMENTS[kind] });

const DAY = 86_400_000;

function storedAs(cell: Column['cells'][number], { kind }: Column, notes: Notes): unknown {
  if (!(cell instanceof Moment)) return cell;
  if (kind === 'date') return Math.floor(Date.parse(cell.iso) / DAY);
  if (kind === 'instant' || kind === 'date-time') return microsOf(cell);
  notes.lose('types-changed');
  return wordsOf(cell);
}

function microsOf({ iso, kind }: Moment): bigint {
  const micros = /\.\d{3}(\d{1,3})/.exec(iso)?.[1]?.padEnd(3, '0') ?? '0';
  return BigInt(Date.parse(kind === 'date-time' ? `${iso}Z` : iso)) * 1000n + BigInt(micros);
}
