import { type ConvertRequest, type ConvertResult, type EngineContext, readInput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { assertCells } from '@bakkum/data-tree/tables';
import { dataTree } from '@bakkum/data-tree/tree';
import { assertDepth, decimalOf, Moment, realNumber, type Table, type Value, wholeNumber } from '@bakkum/data-tree/value';
import type { Vector } from 'apache-arrow';
import { DataType, DateUnit, type RecordBatch, RecordBatchFileReader, RecordBatchReader, TimeUnit } from './.prepared/arrow.mjs';
import { boundLists } from './bounded.ts';
import { hasUnknownParts } from './unknown-parts.ts';

boundLists();

/** Version 1 of Feather is a different, obsolete format. */
const OLD_FEATHER = 'FEA1';

export async function readArrow(request: ConvertRequest, { signal, onProgress }: EngineContext): Promise<ConvertResult> {
  signal.throwIfAborted();
  const bytes = await readInput(request.inputs[0]);
  if (new TextDecoder('latin1').decode(bytes.subarray(0, 4)) === OLD_FEATHER)
    throw new ConversionError('unsupported-feature', 'Feather version 1');
  try {
    const records = recordsOf(bytes, signal);
    onProgress(1);
    return { outputs: [{ content: dataTree(records) }], warnings: [] };
  } catch (cause) {
    if (cause instanceof ConversionError || signal.aborted) throw cause;
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new ConversionError(hasUnknownParts(bytes) ? 'unsupported-feature' : 'corrupt', message, { cause });
  }
}

/**
 * Yields the batches of a stream or file. Batches of a file are read by its footer, because the package loops forever looking for
 * a missing one.
 */
function* batchesOf(bytes: Uint8Array<ArrayBuffer>): Generator<RecordBatch, void, void> {
  const reader = RecordBatchReader.from(bytes);
  if (!(reader instanceof RecordBatchFileReader)) {
    yield* reader;
    return;
  }
  reader.open();
  for (let index = 0; index < reader.numRecordBatches; index += 1) {
    const batch = reader.readRecordBatch(index);
    if (!batch) throw new ConversionError('corrupt', 'a batch that is not where the footer says');
    yield batch;
  }
}

function recordsOf(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): readonly Table[] {
  const records: Table[] = [];
  for (const batch of batchesOf(bytes)) {
    signal.throwIfAborted();
    const { fields } = batch.schema;
    assertCells(fields.length, records.length + batch.numRows);
    assertHonest(batch.numRows, bytes.length);
    const columns = fields.map(({ name }, index) => ({ name, vector: batch.getChildAt(index) }));
    for (let row = 0; row < batch.numRows; row += 1)
      records.push(new Map(columns.map(({ name, vector }) => [name, vector ? cellOf(vector, row) : null])));
  }
  return records;
}

/** Zero-byte rows appear only in malicious files; a null column is the exception, up to this many rows. */
const MAX_EMPTY_ROWS = 1_000_000;

function assertHonest(rows: number, bytes: number): void {
  if (rows > bytes * 8 && rows > MAX_EMPTY_ROWS) throw new ConversionError('corrupt', `${rows} rows in ${bytes} bytes`);
}

const cellOf = (vector: Vector, row: number): Value => valueOf(vector.type, vector.get(row), 0);

const UNITS: Readonly<Record<TimeUnit, bigint>> = {
  [TimeUnit.SECOND]: 1_000_000_000n,
  [TimeUnit.MILLISECOND]: 1_000_000n,
  [TimeUnit.MICROSECOND]: 1000n,
  [TimeUnit.NANOSECOND]: 1n,
};

/** Converts a raw value according to its type. */
function valueOf(type: DataType, raw: unknown, depth: number): Value {
  assertDepth(depth);
  if (raw === null || raw === undefined) return null;
  if (DataType.isInt(type)) return wholeNumber(wholeOf(raw));
  if (DataType.isFloat(type)) return realNumber(Number(raw));
  if (DataType.isDictionary(type)) return valueOf(type.dictionary, raw, depth + 1);
  if (DataType.isDecimal(type)) return decimalOf(unscaledOf(raw), type.scale);
  if (DataType.isDate(type)) return dateOf(Number(raw), type.unit);
  if (DataType.isTimestamp(type)) return timestampOf(Number(raw), type.timezone);
  if (DataType.isTime(type)) return timeOf(wholeOf(raw) * UNITS[type.unit]);
  return typeof raw === 'object' && !(raw instanceof Uint8Array) ? nestedOf(type, raw, depth) : scalarOf(raw);
}

function scalarOf(raw: unknown): Value {
  if (typeof raw === 'string' || typeof raw === 'boolean' || typeof raw === 'number') return raw;
  if (raw instanceof Uint8Array) return raw.slice();
  return wholeNumber(wholeOf(raw));
}

function wholeOf(raw: unknown): bigint {
  if (typeof raw === 'bigint' || (typeof raw === 'number' && Number.isInteger(raw))) return BigInt(raw);
  throw new ConversionError('corrupt', 'no whole number where its type is one');
}

/** Reads little-endian words of 32 bits. */
function unscaledOf(raw: unknown): bigint {
  if (!(raw instanceof Uint32Array)) return wholeOf(raw);
  return BigInt.asIntN(
    raw.length * 32,
    raw.reduceRight((value, word) => (value << 32n) | BigInt(word), 0n),
  );
}

function nestedOf(type: DataType, raw: object, depth: number): Value {
  if ((DataType.isList(type) || DataType.isFixedSizeList(type)) && isIterable(raw))
    return Array.from(raw, (each) => valueOf(type.valueType, each, depth + 1));
  if (DataType.isStruct(type) && isRow(raw)) {
    const values = raw.toJSON();
    return new Map(type.children.map(({ name, type: child }) => [name, valueOf(child, values[name], depth + 1)]));
  }
  if (DataType.isMap(type) && isRow(raw))
    return new Map(Object.entries(raw.toJSON()).map(([key, each]) => [key, valueOf(type.valueType, each, depth + 1)]));
  throw new ConversionError('unsupported-feature', `a column of type ${type.typeId}`);
}

const isIterable = (raw: object): raw is Iterable<unknown> => Symbol.iterator in raw;
/** Arrow rows support `in` only for their columns. */
const isRow = (raw: object): raw is { toJSON(): Record<string, unknown> } => typeof Reflect.get(raw, 'toJSON') === 'function';

const DAY = 86_400_000;

function dateOf(milliseconds: number, unit: DateUnit): Moment {
  if (unit !== DateUnit.DAY && milliseconds % DAY !== 0) return instantOf(BigInt(milliseconds) * 1_000_000n);
  return new Moment(isoOf(milliseconds).slice(0, -'T00:00:00.000Z'.length), 'date');
}

/** The package returns milliseconds, with a fraction for finer units. */
function timestampOf(milliseconds: number, zone: string | null | undefined): Moment {
  const whole = Math.floor(milliseconds);
  const nanoseconds = BigInt(whole) * 1_000_000n + BigInt(Math.round((milliseconds - whole) * 1e6));
  const instant = instantOf(nanoseconds);
  return zone ? instant : new Moment(instant.iso.replace(/Z$/, ''), 'date-time');
}

function instantOf(nanoseconds: bigint): Moment {
  const rest = ((nanoseconds % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n;
  const fraction =
    rest === 0n
      ? ''
      : `.${String(rest)
          .padStart(9, '0')
          .replace(/(?:000){1,2}$/, '')}`;
  return new Moment(`${isoOf(Number((nanoseconds - rest) / 1_000_000n)).slice(0, -'.000Z'.length)}${fraction}Z`, 'instant');
}

function timeOf(nanoseconds: bigint): Moment {
  const { iso } = instantOf(nanoseconds);
  return new Moment(iso.slice(iso.indexOf('T') + 1).replace(/Z$/, ''), 'time');
}

function isoOf(milliseconds: number): string {
  const time = new Date(milliseconds);
  if (Number.isNaN(time.getTime())) throw new ConversionError('corrupt', 'a time that is none');
  return time.toISOString();
}
