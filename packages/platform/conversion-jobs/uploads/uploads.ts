/** Uploaded files: rows of segments, each stored as a blob before it counts. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { countedBytes } from '@bakkum/blobs/counted-bytes';
import { NoSpace } from '@bakkum/blobs/disk-reserve';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import { evictAnonymous } from '../eviction.ts';
import { type Conversions, INPUT_PREFIX, type Owner, prefixOf, sourceOf } from '../service.ts';
import { anonymousBytes, freeRoom, lockStorage, roomFor, storedBytes } from '../storage.ts';
import { type Segment, segmentsOf } from './segments.ts';

const UPLOAD_COLUMNS =
  'id, owner, place, network, name, source, size, received, pieces, sha256, format, writer, created_at, expires_at, completed_at, removed_at';
const uploadRow = z.object({
  id: z.string(),
  owner: z.string(),
  /** Network address of a visitor without an account, as a hash. */
  place: z.string().nullable(),
  /** Network address of a free account, as a hash. */
  network: z.string().nullable(),
  name: z.string(),
  source: z.enum(['form', 'resumable', 'url']),
  size: z.number().nullable(),
  received: z.number(),
  /** Stored pieces of the file. */
  pieces: z.number(),
  sha256: z.string().nullable(),
  format: z.string().nullable(),
  writer: z.number(),
  created_at: z.date(),
  expires_at: z.date(),
  completed_at: z.date().nullable(),
  removed_at: z.date().nullable(),
});
export type Upload = z.infer<typeof uploadRow>;

/** How long a file that no job uses is kept, from its start. */
export const UNUSED_UPLOAD_RETENTION_MS = 24 * 3_600_000;
/** How long a resumable upload without any bytes is kept, since it reserves its owner's storage for nothing. */
const BEGUN_KEPT_MS = 3_600_000;

/** When an upload with that many received bytes expires, unless a job uses it. */
export function keptUntil({ source, created_at: begun }: Pick<Upload, 'source' | 'created_at'>, received: number): Date {
  return new Date(begun.getTime() + (source === 'resumable' && received === 0 ? BEGUN_KEPT_MS : UNUSED_UPLOAD_RETENTION_MS));
}

export type NewUpload = {
  readonly owner: Owner;
  /** Hash of the network address of a visitor without an account. */
  readonly place?: string | undefined;
  /** Hash of the network address of a free account. */
  readonly network?: string | undefined;
  readonly name: string;
  readonly source: Upload['source'];
  /** Size of the whole file, if known. */
  readonly size?: number;
  /** The storage limit of the account or address in bytes. */
  readonly storedBytes: number;
};

/**
 * Starts an upload; `full` when the storage of its account or address is, or would be, full, and `address-full` when that of all free
 * accounts on its address is.
 * @param id of the upload; by default a new one
 * @throws NoSpace when visitors without an account, or free accounts, use all they may together
 */
export async function openUpload(
  parts: Conversions,
  given: NewUpload,
  id: string = randomUUID(),
): Promise<OpenedUpload | NoRoom> {
  const { owner, place, network, name, source, size } = given;
  if (place !== undefined) await makeAnonymousRoom(parts, countedBytes(size ?? 1));
  return parts.database.transaction(async (sql) => {
    const room = await roomForNew(parts, sql, given, size ?? 1);
    if (typeof room === 'string') return room;
    const now = parts.now();
    const [row] = await sql.query(
      `insert into conversions.uploads (id, owner, place, name, source, size, created_at, expires_at, network)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${UPLOAD_COLUMNS}`,
      [id, owner, place ?? null, name, source, size ?? null, now, keptUntil({ source, created_at: now }, 0), network ?? null],
    );
    return { ...uploadRow.parse(row), room };
  });
}

/** A file is not checked before it is stored if its source had this many times its size left a moment ago. */
const MUCH_ROOM = 10;
/** How long the room of a source is remembered, in milliseconds. */
const ROOM_KNOWN_MS = 60_000;
const MAX_ROOMS = 10_000;

type KnownRoom = { readonly bytes: number; readonly until: number };

/** Room that sources had when this process last read it, by source. */
const rooms = new WeakMap<Conversions['database'], Map<string, KnownRoom>>();

function knownRoom(database: Conversions['database'], source: string): number {
  const known = rooms.get(database)?.get(source);
  return known && known.until > performance.now() ? known.bytes : 0;
}

function rememberRoom(database: Conversions['database'], source: string, bytes: number): void {
  const known = rooms.get(database) ?? new Map<string, KnownRoom>();
  rooms.set(database, known);
  // The map keeps the order of insertion, so the oldest come first.
  known.delete(source);
  known.set(source, { bytes, until: performance.now() + ROOM_KNOWN_MS });
  for (const oldest of known.keys()) {
    if (known.size <= MAX_ROOMS) break;
    known.delete(oldest);
  }
}

/** Whose storage is full. */
export type NoRoom = 'full' | 'address-full';

/** Bytes that a new upload may have. Locks the storage of its account or address until the transaction ends. @throws NoSpace */
async function roomForNew(parts: Conversions, sql: Sql, given: NewUpload, bytes: number): Promise<number | NoRoom> {
  const room = await readRoom(parts, sql, given, bytes);
  rememberRoom(parts.database, sourceOf(given), typeof room === 'string' ? 0 : room - countedBytes(bytes));
  return room;
}

async function readRoom(parts: Conversions, sql: Sql, given: NewUpload, bytes: number): Promise<number | NoRoom> {
  const { network } = given;
  const source = sourceOf(given);
  await lockStorage(sql, source);
  const room = given.storedBytes - (await storedBytes(sql, source));
  if (countedBytes(bytes) > room) return 'full';
  if (network === undefined) return room;
  const free = await freeRoom(sql, network, parts.freeBytes);
  if (countedBytes(bytes) > free.site) throw new NoSpace('free accounts use all they may');
  if (countedBytes(bytes) > free.address) return 'address-full';
  return Math.min(room, free.address, free.site);
}

/** A small file that was stored in one piece. */
export type WholePiece = WholeFile & { readonly bytes: number; readonly key: string };

/** A new upload that is complete with its only piece. */
export type WholeUpload = { readonly given: NewUpload; readonly id: string; readonly piece: WholePiece };

/**
 * Refuses a file before it is stored, as `openUpload` refuses. Not asked of the database while the source is known to have much more room;
 * recording the file checks it in any case. @throws NoSpace
 */
export async function refusedBeforeStoring(parts: Conversions, given: NewUpload, bytes: number): Promise<NoRoom | undefined> {
  if (knownRoom(parts.database, sourceOf(given)) < MUCH_ROOM * countedBytes(bytes)) {
    // Not on the few connections of heartbeats, because it waits for other changes to the storage of the source.
    const room = await parts.database.transaction((sql) => roomForNew(parts, sql, given, bytes));
    if (typeof room === 'string') return room;
  }
  // Last, so that a file without room at its source removes nothing of others.
  if (given.place !== undefined) await makeAnonymousRoom(parts, countedBytes(bytes));
  return undefined;
}

/** Records a new upload. Refused as `openUpload` refuses. @throws NoSpace */
export async function addUpload(parts: Conversions, upload: WholeUpload): Promise<Upload | NoRoom> {
  return parts.database.transaction(async (sql) => {
    const refusal = await noRoomFor(parts, sql, upload);
    return refusal ?? insertUpload(parts, sql, upload);
  });
}

/** Reserves the room of a new upload until the transaction ends. @throws NoSpace */
export async function noRoomFor(parts: Conversions, sql: Sql, { given, piece }: WholeUpload): Promise<NoRoom | undefined> {
  const room = await roomForNew(parts, sql, given, piece.bytes);
  return typeof room === 'string' ? room : undefined;
}

/** Inserts a new upload, for which the transaction has reserved room. */
export async function insertUpload(parts: Conversions, sql: Sql, { given, id, piece }: WholeUpload): Promise<Upload> {
  const { owner, place, network, name, source } = given;
  const { bytes, key, format, sha256 } = piece;
  const now = parts.now();
  const [row] = await sql.query(
    `with whole as (
       insert into conversions.uploads (id, owner, place, network, name, source, size, received, pieces, created_at, completed_at, expires_at, format, sha256)
       values ($1, $2, $3, $4, $5, $6, $7::int, $7::int, 1, $8, $8, $9, $10, $11) returning ${UPLOAD_COLUMNS}),
     piece as (insert into conversions.segments (upload_id, first, bytes, key) select id, 0, $7::int, $12 from whole)
     select * from whole`,
    [
      ...[id, owner, place ?? null, network ?? null, name, source],
      ...[bytes, now, keptUntil({ source, created_at: now }, bytes), format, sha256, key],
    ],
  );
  return uploadRow.parse(row);
}

/** Maximum bytes of a new upload. */
export type OpenedUpload = Upload & { readonly room: number };

/** @throws NoSpace */
async function makeAnonymousRoom(parts: Conversions, bytes: number): Promise<void> {
  const { anonymousBytes: most = Number.POSITIVE_INFINITY, database } = parts;
  const missing = (await anonymousBytes(database)) + bytes - most;
  if (missing <= 0) return;
  const freed = await evictAnonymous(parts, missing);
  if (freed < missing) throw new NoSpace('visitors without an account use all they may');
}

/** Also finds uploads whose bytes are gone, while their row exists. */
export async function findUpload(sql: Sql, owner: string, id: string): Promise<Upload | undefined> {
  const [row] = await sql.query(`select ${UPLOAD_COLUMNS} from conversions.uploads where id = $1 and owner = $2`, [id, owner]);
  return row && uploadRow.parse(row);
}

/** Finds uploads by their ids, as `findUpload` does. Those of others are missing. */
export async function findUploads(sql: Sql, owner: string, ids: readonly string[]): Promise<ReadonlyMap<string, Upload>> {
  return byId(
    await sql.query(`select ${UPLOAD_COLUMNS} from conversions.uploads where id = any($1::uuid[]) and owner = $2`, [ids, owner]),
  );
}

/** The same, with their rows locked until the transaction ends. Always locks in the same order, so that transactions can't wait for each other. */
export async function lockedUploads(sql: Sql, owner: string, ids: readonly string[]): Promise<ReadonlyMap<string, Upload>> {
  return byId(
    await sql.query(
      `select ${UPLOAD_COLUMNS} from conversions.uploads where id = any($1::uuid[]) and owner = $2 order by id for update`,
      [ids, owner],
    ),
  );
}

function byId(rows: unknown): ReadonlyMap<string, Upload> {
  return new Map(
    z
      .array(uploadRow)
      .parse(rows)
      .map((upload) => [upload.id, upload]),
  );
}

/** Makes the caller the only writer; an older connection loses that right. Undefined when nothing may be written. */
export async function claimWriter(sql: Sql, owner: string, id: string): Promise<Upload | undefined> {
  const [row] = await sql.query(
    `update conversions.uploads set writer = writer + 1,
       expires_at = greatest(expires_at, now() + make_interval(secs => $3)) where id = $1 and owner = $2 and removed_at is null
     returning ${UPLOAD_COLUMNS}`,
    [id, owner, BEGUN_KEPT_MS / 1000],
  );
  return row && uploadRow.parse(row);
}

/** Pieces that any upload can have, whatever its size. */
const MAX_SMALL_PIECES = 1000;
/** Each additional piece requires this many bytes of the file. A request stores pieces of at least this size while it sends data. */
const PIECE_BYTES = 65_536;

/** Whether an upload has more pieces than requests of normal size create. Each piece is a file that is opened to read the upload. */
export function hasTooManyPieces({ pieces, received }: Pick<Upload, 'pieces' | 'received'>): boolean {
  return pieces >= MAX_SMALL_PIECES + received / PIECE_BYTES;
}

/** `storedBytes` is the owner's storage limit. */
export type DeclaredSize = { readonly size: number; readonly storedBytes: number };

/** Declares the size of the whole file, which was not known before. `conflict` if it was, or if more bytes have been received. */
export async function declareSize(
  { database, freeBytes }: Pick<Conversions, 'database' | 'freeBytes'>,
  upload: Upload,
  { size, storedBytes: most }: DeclaredSize,
): Promise<'told' | 'full' | 'conflict'> {
  return database.transaction(async (sql) => {
    await lockStorage(sql, sourceOf(upload));
    if (size > (await roomFor(sql, upload, most, freeBytes))) return 'full';
    const rows = await sql.query(
      'update conversions.uploads set size = $2 where id = $1 and size is null and received <= $2 returning id',
      [upload.id, size],
    );
    return rows.length > 0 ? 'told' : 'conflict';
  });
}

/**
 * Whether the owner has room for an upload of undeclared size. If not, the upload becomes unusable and no longer counts against
 * parallel uploads; the caller removes its bytes.
 */
export async function hasRoom(
  { database, now, freeBytes }: Pick<Conversions, 'database' | 'now' | 'freeBytes'>,
  { id, owner, place, network }: Pick<Upload, 'id' | 'owner' | 'place' | 'network'>,
  most: number,
): Promise<boolean> {
  return database.transaction(async (sql) => {
    const source = sourceOf({ owner, place });
    await lockStorage(sql, source);
    const room = network === null ? undefined : await freeRoom(sql, network, freeBytes);
    const stored = await storedBytes(sql, source);
    if (stored <= most && (!room || Math.min(room.address, room.site) >= 0)) return true;
    await sql.query('update conversions.uploads set removed_at = $2 where id = $1 and removed_at is null', [id, now()]);
    return false;
  });
}

/** Facts about the complete file. */
export type WholeFile = { readonly format: string | null; readonly sha256: string | null };

/** Completes an upload whose bytes have all arrived. @param writer the number under which they were written */
export async function completeUpload(
  parts: Conversions,
  id: string,
  writer: number,
  whole: WholeFile,
): Promise<Upload | undefined> {
  const [row] = await parts.database.query(
    `update conversions.uploads set completed_at = $3, size = received, format = $4, sha256 = $5
     where id = $1 and writer = $2 and completed_at is null and removed_at is null and received = coalesce(size, received)
     returning ${UPLOAD_COLUMNS}`,
    [id, writer, parts.now(), whole.format, whole.sha256],
  );
  return row && uploadRow.parse(row);
}

/** The bytes of an upload were removed or lost. */
export class InputLost extends Error {
  override readonly name = 'InputLost';
}

/** Streams a whole file on demand. Fails with InputLost if a segment is missing. @param size bytes of the file */
export function readSegments({ blobs }: Pick<Conversions, 'blobs'>, segments: readonly Segment[], size: number | null): Readable {
  return Readable.from(
    (async function* () {
      let place = 0;
      for (const { first, bytes, key } of segments) {
        if (first !== place) throw new InputLost(`a segment at ${place} is missing`);
        yield* await openSegment(blobs, key, place);
        place += bytes;
      }
      if (place !== size) throw new InputLost(`${place} of ${size ?? 'unknown'} bytes are here`);
    })(),
    { objectMode: false },
  );
}

/** Opens the segment that begins at `place`. Fails with InputLost if it is missing. */
async function openSegment(blobs: Conversions['blobs'], key: string, place: number): Promise<Readable> {
  const found = await blobs.get(key);
  if (!found) throw new InputLost(`a segment at ${place} is missing`);
  return found.body;
}

/** Reads the first and last bytes, for detecting the format. */
export async function readEnds(
  { database, blobs }: Conversions,
  id: string,
  want: { readonly head: number; readonly tail: number },
): Promise<{ readonly head: Uint8Array; readonly tail: Uint8Array; readonly size: number }> {
  const segments = await segmentsOf(database, id);
  const size = segments.reduce((sum, { bytes }) => sum + bytes, 0);
  const part = async (from: number, to: number): Promise<Uint8Array> => {
    const pieces = segments.filter(({ first, bytes }) => first < to && first + bytes > from);
    const read: Buffer[] = [];
    // One at a time: many small pieces would need as many open files.
    for (const { first, bytes, key } of pieces) {
      const range = { first: Math.max(0, from - first), last: Math.min(bytes, to - first) - 1 };
      const found = await blobs.get(key, range);
      if (!found) throw new InputLost('a segment is missing');
      read.push(await buffer(found.body));
    }
    return new Uint8Array(Buffer.concat(read));
  };
  const head = await part(0, Math.min(size, want.head));
  return { head, tail: await part(Math.max(0, size - want.tail), size), size };
}

export function segmentPrefix(id: string, first: number): string {
  return `${prefixOf(INPUT_PREFIX, id)}${first}`;
}
