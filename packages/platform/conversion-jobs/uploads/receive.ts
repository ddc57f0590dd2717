/** Writes a request body into an upload, piece by piece, within the memory that all uploads share. */
import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { MayBeCommitted } from '@bakkum/database/sql';
import { type Conversions, keyWithTime } from '../service.ts';
import { type BlockHolder, UPLOAD_MEMORY, type UploadMemory } from './upload-memory.ts';
import { segmentPrefix, UNUSED_UPLOAD_RETENTION_MS, type Upload, type WholePiece } from './uploads.ts';

/** The body is longer than allowed or declared. */
export class TooLong extends Error {
  override readonly name = 'TooLong';
}

/** Another connection now writes this upload, or it was removed. */
export class WriterReplaced extends Error {
  override readonly name = 'WriterReplaced';
}

export class ChecksumMismatch extends Error {
  override readonly name = 'ChecksumMismatch';
}

export type Receiving = {
  readonly upload: Pick<Upload, 'id' | 'writer' | 'received'>;
  readonly body: AsyncIterable<Uint8Array>;
  /** Maximum bytes of the whole file. */
  readonly mostBytes: number;
  /** With a checksum, the body counts as a whole if it matches, or not at all. */
  readonly checksum?: { readonly algorithm: 'md5' | 'sha1' | 'sha256'; readonly digest: Buffer };
  /** Memory for bytes that are not stored yet; by default that of the process. */
  readonly memory?: UploadMemory;
};

/** The first and last bytes of a file. */
export type Ends = { readonly head: Uint8Array; readonly tail: Uint8Array; readonly size: number };

/** How to record an upload that arrives in one request: before its first piece, or together with its only one. */
export type Recording<Recorded = Upload> = {
  /** Records the upload before its first piece is stored. Returns the maximum bytes of the whole file. */
  readonly open: () => Promise<number>;
  /** Checks a file that is in memory as a whole, while its only piece is written. If it fails, nothing is stored. */
  readonly check: (file: CheckedFile) => Promise<void>;
  /** Records the upload as complete, with its only piece. */
  readonly add: (piece: WholePiece) => Promise<Recorded>;
  readonly want: { readonly head: number; readonly tail: number };
  readonly formatOf: (ends: Ends) => string | null;
};

/** A file that is not stored yet. */
export type CheckedFile = Omit<WholePiece, 'key'>;

export type Received<Recorded = Upload> = {
  /** Bytes of the file received so far. */
  readonly received: number;
  /** SHA-256 of this body. */
  readonly sha256: string;
  /** The result of `add` if the upload was recorded with its only piece. */
  readonly completed?: Recorded;
};

/**
 * Stores the body. If the connection breaks, everything received is kept, unless a checksum covers it or the upload arrives in one request;
 * the error is rethrown once the rest is stored. Bytes that may be recorded stay: the orphan scan removes them if they are not.
 * @param recording if the upload is not recorded yet
 * @throws TooLong WriterReplaced ChecksumMismatch, and the errors of `recording`
 */
export async function receive<Recorded = Upload>(
  parts: Conversions,
  given: Receiving,
  recording?: Recording<Recorded>,
): Promise<Received<Recorded>> {
  const limit = createLimit(given, recording);
  const writer = createWriter(parts, given, limit.open);
  const hash = createHash('sha256');
  const check = given.checksum && createHash(given.checksum.algorithm);
  try {
    await take(given, writer, limit, [hash, ...(check ? [check] : [])]);
    const ends = recording && writer.wholeFile(recording.want);
    if (ends) return await receiveWhole(writer, recording, { ends, sha256: hash.digest('hex') });
    await writer.flush();
  } catch (error) {
    if (error instanceof MayBeCommitted) throw error;
    if (check || recording || error instanceof WriterReplaced) await writer.drop();
    // The original error is reported; failing to store the rest changes nothing for a client that resumes from what was stored.
    else await writer.flush().catch(() => writer.drop());
    throw error;
  } finally {
    writer.close();
  }
  if (given.checksum && check && !check.digest().equals(given.checksum.digest)) {
    await writer.drop();
    throw new ChecksumMismatch('what came is not what was meant');
  }
  await writer.keep();
  return { received: writer.place(), sha256: hash.digest('hex') };
}

/** Stores and records a file that is still in memory. */
async function receiveWhole<Recorded>(
  writer: Writer,
  { add, check, formatOf }: Recording<Recorded>,
  { ends, sha256 }: { readonly ends: Ends; readonly sha256: string },
): Promise<Received<Recorded>> {
  const file: CheckedFile = { bytes: ends.size, format: formatOf(ends), sha256 };
  const key = await writer.storeWhole(() => check(file));
  return { received: ends.size, sha256, completed: await add({ ...file, key }) };
}

/** Maximum bytes of the whole file. The storage of its owner is known once the upload is recorded. */
type Limit = {
  readonly bytes: () => number;
  /** Records the upload unless it is recorded. */
  readonly open: () => Promise<void>;
};

function createLimit({ mostBytes }: Receiving, recording: Pick<Recording, 'open'> | undefined): Limit {
  let most = mostBytes;
  let opening: Promise<void> | undefined;
  return {
    bytes: () => most,
    open() {
      opening ??= recording?.open().then((room) => {
        most = Math.min(most, room);
      });
      return opening ?? Promise.resolve();
    },
  };
}

async function take(
  { upload, body }: Receiving,
  writer: Writer,
  limit: Pick<Limit, 'bytes'>,
  hashes: readonly Hash[],
): Promise<void> {
  let place = upload.received;
  for await (const chunk of body) {
    place += chunk.byteLength;
    if (place > limit.bytes()) throw new TooLong(`more than ${limit.bytes()} bytes`);
    for (const hash of hashes) hash.update(chunk);
    await writer.write(chunk);
  }
}

type Writer = {
  write(chunk: Uint8Array): Promise<void>;
  /** Stores the buffered bytes. */
  flush(): Promise<void>;
  /** Commits the stored segments. */
  keep(): Promise<void>;
  /** Removes uncommitted segments. */
  drop(): Promise<void>;
  /** The ends of a file whose bytes are all in memory; undefined if some are stored, or if it is empty. */
  wholeFile(want: Recording['want']): Ends | undefined;
  /**
   * Stores a file that is in memory as one segment, which the caller records. Returns its key.
   * @param check runs before the segment exists; if it fails, nothing is stored
   */
  storeWhole(check: () => Promise<void>): Promise<string>;
  /** Returns the memory. */
  close(): void;
  place(): number;
};

type Stored = { readonly first: number; readonly bytes: number; readonly key: string };

function createWriter(parts: Conversions, given: Receiving, open: Limit['open']): Writer {
  const { memory = UPLOAD_MEMORY } = given;
  const segments = createSegments(parts, given, open);
  let blocks: Buffer[] = [];
  let inMemory = 0;
  /** Whether any byte has left the memory. */
  let isStored = given.upload.received > 0;
  let storing = Promise.resolve();
  // Pieces are stored one after the other. After a failure, none follows, so that the upload has no gap.
  const flush = (check?: () => Promise<void>): Promise<void> => {
    if (inMemory === 0) return storing;
    const piece = { blocks, bytes: inMemory };
    blocks = [];
    inMemory = 0;
    isStored = true;
    storing = storing.then(() => segments.add(piece.blocks, piece.bytes, check)).finally(() => memory.give(piece.blocks));
    // The next write or flush reports it.
    storing.catch(() => undefined);
    return storing;
  };
  const discard = (): void => {
    memory.give(blocks);
    blocks = [];
    inMemory = 0;
  };
  const holder: BlockHolder = { held: () => (inMemory === 0 ? 0 : blocks.length), store: () => flush().catch(() => undefined) };
  const idle = whenIdle(memory.idleMs, () => inMemory >= memory.blockBytes && void holder.store());
  memory.join(holder);
  return {
    async write(chunk) {
      idle.touch();
      for (let rest = chunk; rest.byteLength > 0; ) {
        if (inMemory === blocks.length * memory.blockBytes) {
          const block = await memory.take();
          // Others may have had the earlier blocks stored meanwhile.
          blocks.push(block);
        }
        const used = inMemory % memory.blockBytes;
        const part = rest.subarray(0, memory.blockBytes - used);
        blocks.at(-1)?.set(part, used);
        inMemory += part.byteLength;
        rest = rest.subarray(part.byteLength);
        if (inMemory >= memory.pieceBytes()) await flush();
      }
    },
    flush: () => flush(),
    keep: segments.keep,
    wholeFile: (want) => (isStored || inMemory === 0 || given.checksum ? undefined : endsOf(blocks, inMemory, want)),
    storeWhole: (check) => flush(check).then(segments.unrecordedKey),
    async drop() {
      discard();
      await storing.catch(() => undefined);
      await segments.drop();
    },
    close() {
      idle.stop();
      memory.leave(holder);
      discard();
    },
    place: segments.place,
  };
}

/** Calls `act` once nothing was touched for a while. */
function whenIdle(idleMs: number, act: () => void): { touch(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  return {
    touch() {
      if (timer) timer.refresh();
      else timer = setTimeout(act, idleMs).unref();
    },
    stop: () => clearTimeout(timer),
  };
}

type Segments = {
  /** @param check of a file whose only segment the caller records */
  add(blocks: readonly Buffer[], bytes: number, check?: () => Promise<void>): Promise<void>;
  /** Key of the segment that was added without being recorded. */
  unrecordedKey(): string;
  keep(): Promise<void>;
  drop(): Promise<void>;
  place(): number;
};

function createSegments(parts: Conversions, { upload, checksum }: Receiving, open: Limit['open']): Segments {
  let stored = upload.received;
  let held: Stored[] = [];
  const keep = async (): Promise<void> => {
    if (held.length === 0) return;
    try {
      if (!(await record(parts, upload, held))) throw new WriterReplaced('another connection writes this upload');
      held = [];
    } catch (error) {
      if (error instanceof MayBeCommitted) held = [];
      else await drop();
      throw error;
    }
  };
  const drop = async (): Promise<void> => {
    for (const { key } of held) await parts.blobs.remove(key);
    held = [];
  };
  return {
    unrecordedKey: () => held[0]?.key ?? '',
    async add(blocks, bytes, check) {
      if (!check) await open();
      const key = keyWithTime(segmentPrefix(upload.id, stored), parts.now());
      held.push({ first: stored, bytes, key });
      await parts.blobs.put(key, Readable.from(filled(blocks, bytes)), bytes, check);
      stored += bytes;
      if (checksum || check) return;
      await keep();
    },
    keep,
    drop,
    place: () => stored,
  };
}

/** The first and last bytes of filled blocks. */
function endsOf(blocks: readonly Buffer[], size: number, want: Recording['want']): Ends {
  const part = (from: number, to: number): Uint8Array => sliceOf(blocks, blocks[0]?.byteLength ?? 1, from, to);
  return { head: part(0, Math.min(size, want.head)), tail: part(Math.max(0, size - want.tail), size), size };
}

/** Copies bytes out of equally long blocks. */
function sliceOf(blocks: readonly Buffer[], blockBytes: number, from: number, to: number): Uint8Array {
  const first = Math.floor(from / blockBytes);
  const joined = Buffer.concat(blocks.slice(first, Math.ceil(to / blockBytes)));
  return joined.subarray(from - first * blockBytes, to - first * blockBytes);
}

/** The filled part of the blocks. */
function* filled(blocks: readonly Buffer[], bytes: number): Generator<Buffer> {
  let rest = bytes;
  for (const block of blocks) {
    yield block.subarray(0, rest);
    rest -= block.byteLength;
  }
}

/** Records segments if the upload's offset is where they begin and this connection still holds it. */
async function record({ database }: Conversions, upload: Receiving['upload'], segments: readonly Stored[]): Promise<boolean> {
  const [first] = segments;
  if (!first) return true;
  const bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0);
  return database.transaction(async (sql) => {
    const rows = await sql.query(
      `update conversions.uploads set received = received + $4, pieces = pieces + $6,
         expires_at = greatest(expires_at, created_at + make_interval(secs => $5))
       where id = $1 and writer = $2 and received = $3 and removed_at is null and completed_at is null
         and (size is null or received + $4 <= size) returning id`,
      [upload.id, upload.writer, first.first, bytes, UNUSED_UPLOAD_RETENTION_MS / 1000, segments.length],
    );
    if (rows.length === 0) return false;
    await sql.query(
      `insert into conversions.segments (upload_id, first, bytes, key)
       select $1, * from unnest($2::bigint[], $3::int[], $4::text[])`,
      [upload.id, segments.map((one) => one.first), segments.map((one) => one.bytes), segments.map(({ key }) => key)],
    );
    return true;
  });
}
