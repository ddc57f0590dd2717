/** Writes a request body into an upload, segment by segment; at most one segment is in memory. */
import { createHash, type Hash } from 'node:crypto';
import { type Conversions, keyWithTime } from './service.ts';
import { segmentPrefix, UNUSED_UPLOAD_RETENTION_MS, type Upload } from './uploads.ts';

/** A file of 2 GB has 250 segments. */
export const SEGMENT_BYTES = 8_000_000;

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
  readonly segmentBytes?: number;
};

export type Received = {
  /** Bytes of the file received so far. */
  readonly received: number;
  /** SHA-256 of this body. */
  readonly sha256: string;
};

/**
 * Stores the body. If the connection breaks, everything received is kept, unless a checksum covers it; the error is rethrown once
 * the rest is stored.
 * @throws TooLong WriterReplaced ChecksumMismatch
 */
export async function receive(parts: Conversions, given: Receiving): Promise<Received> {
  const writer = createWriter(parts, given);
  const hash = createHash('sha256');
  const check = given.checksum && createHash(given.checksum.algorithm);
  try {
    await take(given, writer, [hash, ...(check ? [check] : [])]);
  } catch (error) {
    if (check || error instanceof WriterReplaced) await writer.drop();
    // The original error is reported; failing to store the rest changes nothing for a client that resumes from what was stored.
    else await writer.flush().catch(() => writer.drop());
    throw error;
  }
  await writer.flush();
  if (given.checksum && check && !check.digest().equals(given.checksum.digest)) {
    await writer.drop();
    throw new ChecksumMismatch('what came is not what was meant');
  }
  await writer.keep();
  return { received: writer.place(), sha256: hash.digest('hex') };
}

async function take({ upload, body, mostBytes }: Receiving, writer: Writer, hashes: readonly Hash[]): Promise<void> {
  let place = upload.received;
  for await (const chunk of body) {
    place += chunk.byteLength;
    if (place > mostBytes) throw new TooLong(`more than ${mostBytes} bytes`);
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
  place(): number;
};

type Stored = { readonly first: number; readonly bytes: number; readonly key: string };

function createWriter(parts: Conversions, { upload, checksum, segmentBytes = SEGMENT_BYTES }: Receiving): Writer {
  // One buffer per upload, reused for every segment, because abandoned buffers wait long for garbage collection.
  let memory: Buffer | undefined;
  let inMemory = 0;
  let stored = upload.received;
  let held: Stored[] = [];
  const keep = async (): Promise<void> => {
    if (held.length === 0) return;
    const segments = held;
    if (!(await record(parts, upload, segments))) throw new WriterReplaced('another connection writes this upload');
    held = [];
  };
  const drop = async (): Promise<void> => {
    inMemory = 0;
    for (const { key } of held) await parts.blobs.remove(key);
    held = [];
  };
  const flush = async (): Promise<void> => {
    if (!memory || inMemory === 0) return;
    const segment = memory.subarray(0, inMemory);
    inMemory = 0;
    const key = keyWithTime(segmentPrefix(upload.id, stored), parts.now());
    held.push({ first: stored, bytes: segment.byteLength, key });
    await parts.blobs.put(key, segment, segment.byteLength);
    stored += segment.byteLength;
    if (checksum) return;
    await keep().catch(async (error: unknown) => {
      await drop();
      throw error;
    });
  };
  return {
    async write(chunk) {
      memory ??= Buffer.allocUnsafe(segmentBytes);
      for (let rest = chunk; rest.byteLength > 0; ) {
        const part = rest.subarray(0, segmentBytes - inMemory);
        memory.set(part, inMemory);
        inMemory += part.byteLength;
        rest = rest.subarray(part.byteLength);
        if (inMemory >= segmentBytes) await flush();
      }
    },
    flush,
    keep,
    drop,
    place: () => stored,
  };
}

/** Records segments if the upload's offset is where they begin and this connection still holds it. */
async function record({ database }: Conversions, upload: Receiving['upload'], segments: readonly Stored[]): Promise<boolean> {
  const [first] = segments;
  if (!first) return true;
  const bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0);
  return database.transaction(async (sql) => {
    const rows = await sql.query(
      `update conversions.uploads set received = received + $4,
         expires_at = greatest(expires_at, created_at + make_interval(secs => $5))
       where id = $1 and writer = $2 and received = $3 and removed_at is null and completed_at is null
         and (size is null or received + $4 <= size) returning id`,
      [upload.id, upload.writer, first.first, bytes, UNUSED_UPLOAD_RETENTION_MS / 1000],
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
