import { blobOf, type ConvertRequest, type ConvertResult, type EngineContext } from '@bakkum/conversion/engine';
import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { assertCells } from '@bakkum/data-tree/tables';
import { dataTree } from '@bakkum/data-tree/tree';
import { type Table } from '@bakkum/data-tree/value';
import {
  type AsyncBuffer,
  type ColumnMetaData,
  type FileMetaData,
  type ParquetParsers,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { checkPages } from './page-headers.ts';
import { fromPlain, instantAt, leavesOf, Shape, takeDecimals } from './shape.ts';

const SEALED = 'PARE';

/** Reads a Parquet table as records with the types of its schema. */
export async function readParquet(request: ConvertRequest, { signal, onProgress }: EngineContext): Promise<ConvertResult> {
  signal.throwIfAborted();
  const blob = blobOf(request.inputs[0]);
  if ((await blob.slice(0, 4).text()) === SEALED) throw new ConversionError('encrypted', 'its schema itself is encrypted');
  const file: AsyncBuffer = {
    byteLength: blob.size,
    slice: (start, end) => blob.slice(start, end ?? blob.size).arrayBuffer(),
  };
  const metadata = await ours(parquetMetadataAsync(file, { geoparquet: false }));
  assertKnown(metadata);
  await assertHonest(metadata, blob, signal);
  const decimals = takeDecimals(metadata.schema);
  const shape = new Shape(parquetSchema(metadata), decimals);
  const rows = await ours(parquetReadObjects({ file, metadata, compressors, parsers: PARSERS, utf8: false, geoparquet: false }));
  signal.throwIfAborted();
  onProgress(0.8);
  const records = rows.map((row): Table => shape.record(row));
  return { outputs: [{ content: dataTree(records) }], warnings: [] };
}

/** All errors of the package concern its input. */
async function ours<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    throw new ConversionError('corrupt', cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Encodings and codecs that the package decodes; the others are valid, but rare. */
const ENCODINGS: ReadonlySet<string> = new Set([
  'PLAIN',
  'PLAIN_DICTIONARY',
  'RLE',
  'BIT_PACKED',
  'DELTA_BINARY_PACKED',
  'DELTA_LENGTH_BYTE_ARRAY',
  'DELTA_BYTE_ARRAY',
  'RLE_DICTIONARY',
  'BYTE_STREAM_SPLIT',
]);
const CODECS: ReadonlySet<string> = new Set(['UNCOMPRESSED', 'SNAPPY', ...Object.keys(compressors)]);
const UNKNOWN_TYPES: ReadonlySet<string> = new Set(['BSON', 'INTERVAL']);

/** @throws ConversionError `unsupported-feature` for a codec, an encoding or a type that the package does not read */
function assertKnown({ schema, row_groups: groups }: FileMetaData): void {
  const type = schema.find(({ converted_type: converted }) => converted !== undefined && UNKNOWN_TYPES.has(converted));
  if (type) throw new ConversionError('unsupported-feature', `a column of type ${type.converted_type ?? ''}`);
  for (const { file_path: path, meta_data: column } of groups.flatMap(({ columns }) => columns)) {
    if (path) throw new ConversionError('unsupported-feature', 'columns in other files');
    if (!column) continue;
    const unknown = [
      ...(CODECS.has(column.codec) ? [] : [column.codec]),
      ...column.encodings.filter((encoding) => !ENCODINGS.has(encoding)),
    ];
    if (unknown.length > 0) throw new ConversionError('unsupported-feature', `compressed or encoded as ${unknown.join(', ')}`);
  }
}

const PARSERS: Partial<ParquetParsers> = {
  timestampFromMilliseconds: (millis) => instantAt(millis * 1_000_000n),
  timestampFromMicroseconds: (micros) => instantAt(micros * 1000n),
  timestampFromNanoseconds: instantAt,
  dateFromDays: (days) => instantAt(BigInt(days) * 86_400_000_000_000n, 'date'),
  jsonFromBytes: (bytes) => fromPlain(JSON.parse(new TextDecoder().decode(bytes))),
  // Kept as bytes: geometries belong to another engine.
  geometryFromBytes: (bytes) => bytes,
  geographyFromBytes: (bytes) => bytes,
};

/** Checks that the footer and all pages fit in memory and within the file. */
async function assertHonest(metadata: FileMetaData, blob: Blob, signal: AbortSignal): Promise<void> {
  const rows = Number(metadata.num_rows);
  const columns = leavesOf(parquetSchema(metadata));
  assertCells(columns, rows);
  const total = metadata.row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0);
  if (total !== rows || rows < 0) throw corrupt('groups of other rows than the file');
  for (const { columns: chunks } of metadata.row_groups)
    for (const { meta_data: column } of chunks) {
      signal.throwIfAborted();
      if (!column) throw new ConversionError('unsupported-feature', 'columns in other files, or encrypted');
      await assertColumn(column, blob);
    }
}

async function assertColumn(column: ColumnMetaData, blob: Blob): Promise<void> {
  const values = Number(column.num_values);
  assertCells(1, values);
  const start = Number(column.dictionary_page_offset ?? 0n) || Number(column.data_page_offset);
  const end = start + Number(column.total_compressed_size);
  if (!(start > 0 && end >= start && end <= blob.size)) throw corrupt('a column outside the file');
  checkPages(new Uint8Array(await blob.slice(start, end).arrayBuffer()), values);
}
