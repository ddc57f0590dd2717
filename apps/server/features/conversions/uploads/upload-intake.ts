/** Receives files from connections and downloads. At most one segment of a file is in memory. */
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { NoSpace } from '@bakkum/blobs/disk-reserve';
import { safeName } from '@bakkum/conversion/file-names';
import { releaseInput, releaseInputs } from '@bakkum/conversion-jobs/removal';
import { roomFor } from '@bakkum/conversion-jobs/storage';
import { type CheckedFile, type Ends, receive, TooLong, WriterReplaced } from '@bakkum/conversion-jobs/uploads/receive';
import {
  addUpload,
  completeUpload,
  hasRoom,
  type NoRoom,
  type OpenedUpload,
  openUpload,
  readEnds,
  refusedBeforeStoring,
  type Upload,
  type WholeUpload,
} from '@bakkum/conversion-jobs/uploads/uploads';
import { MayBeCommitted } from '@bakkum/database/sql';
import { detectFormat, HEAD_BYTES, TAIL_BYTES } from '@bakkum/formats/detect';
import { decodePercent } from '@bakkum/markup/percent';
import { OutboundRefused } from '@bakkum/outbound/outbound';
import { publicFormats } from '@bakkum/registry/catalogue';
import { Overloaded } from '../../../http/requests/concurrency-limiter.ts';
import type { Services } from '../../../services.ts';
import type { ApiContext, Principal } from '../authentication.ts';
import { ApiProblem } from '../problem.ts';
import { checkFetched, countFetched } from '../transfers.ts';
import { type FilledForm, type FormFile, readForm } from './form.ts';
import { withSilenceTimeout } from './silence-timeout.ts';
import type { HeldSlot, UploadSlot } from './upload-slots.ts';

/** Timeout of a download, in milliseconds. */
const FETCH_MS = 600_000;

/** File name without folders, by the rule for names in archives. */
export function safeFileName(given: string | undefined): string {
  const base = given?.replaceAll('\\', '/').split('/').at(-1) ?? '';
  return /^\.{0,2}$/.test(base.trim()) ? 'file' : safeName(base);
}

export type Incoming = {
  readonly name: string;
  readonly source: 'form' | 'url';
  readonly body: Readable;
  /** The stream that ends if the upload must make room. Default: the body. */
  readonly request?: Readable;
};

/** A file that is in memory as a whole and not stored yet. */
export type WholeFile = Pick<
  Upload,
  'id' | 'name' | 'size' | 'received' | 'pieces' | 'format' | 'completed_at' | 'removed_at'
> & {
  readonly sha256: string | null;
};

/** How a small file is recorded. */
export type SmallFileUse<Recorded> = {
  /** Called before the file is stored. If it fails, nothing is stored. */
  readonly check?: (file: WholeFile) => Promise<void>;
  /** Records the stored file. If it fails, the bytes are removed, except after `MayBeCommitted`. */
  readonly record: (upload: WholeUpload) => Promise<Recorded>;
};

/** The file is not needed, because its request was answered before. */
export class FileNotNeeded extends Error {
  override readonly name = 'FileNotNeeded';
}

/** An upload, or the record of a small file. */
export type StoredFile<Recorded> = { readonly upload: Upload } | { readonly recorded: Recorded };

/**
 * Stores a file that arrives in one request.
 * @throws ApiProblem FILE_TOO_LARGE, STORAGE_FULL, EMPTY_FILE, TOO_MANY_UPLOADS; deletes it then
 */
export async function storeFile(services: Services, principal: Principal, incoming: Incoming): Promise<Upload> {
  const stored = await storeFileFor(services, principal, incoming, {
    record: async (upload) => withRoom(await addUpload(services.conversions, upload)),
  });
  return 'upload' in stored ? stored.upload : stored.recorded;
}

/** Stores a file as `storeFile` does. One that fits in memory is recorded by its use. @throws ApiProblem as `storeFile`, and the errors of the use */
export function storeFileFor<Recorded>(
  services: Services,
  principal: Principal,
  incoming: Incoming,
  use: SmallFileUse<Recorded>,
): Promise<StoredFile<Recorded>> {
  return inUploadSlot(services, principal, (slot) => store(services, principal, { ...incoming, use }, slot));
}

export type FormUse<Recorded> = {
  /** Maximum number of files. */
  readonly files: number;
  /** Records the only file of the form, if it fits in memory, when all fields have arrived. @throws as `SmallFileUse.record` */
  readonly recordOnly?: (upload: WholeUpload, fields: FilledForm['fields']) => Promise<Recorded>;
  /** Finds the response to a repeated form, which needs no room. */
  readonly repeated?: Repeatable<Recorded>;
};

type Repeatable<Recorded> = {
  /** Whether the form may be repeated. If not, it is refused without reading its rest. */
  readonly mayBe: () => Promise<boolean>;
  /** @param files in their order */
  readonly find: (fields: FilledForm['fields'], files: readonly FileFacts[]) => Promise<Recorded | undefined>;
};

type FileFacts = Pick<WholeFile, 'name' | 'sha256'>;

/** Milliseconds that a small file waits for the end of its form before it is recorded. A file without a row is deleted after an hour. */
const UNRECORDED_MS = 600_000;

/**
 * Stores the files of a form, which may have together the bytes of the largest file. The form takes one slot, with its first file, so that
 * it counts as slow however many parts it has.
 * @throws ApiProblem as `storeFile`; deletes all of them then
 */
export async function storeForm<Recorded = never>(
  services: Services,
  principal: Principal,
  context: ApiContext,
  { files, recordOnly, repeated }: FormUse<Recorded>,
): Promise<FilledForm & { readonly recorded?: Recorded }> {
  const { fileBytes: bytes } = principal.limits;
  const { conversions } = services;
  let slot: HeldSlot | undefined;
  let recorded: Recorded | undefined;
  const facts: FileFacts[] = [];
  let refusal: Error | undefined;
  const storePart = async ({ name, body, form, fields, isLast }: FormFile, fileBytes: number): Promise<Upload | undefined> => {
    const isFirst = slot === undefined;
    slot ??= enterUploadSlot(services, principal);
    const limited = { ...principal, limits: { ...principal.limits, fileBytes } };
    let whole: WholeFile | undefined;
    const use: SmallFileUse<{ readonly upload?: Upload }> = {
      check(file) {
        whole = file;
        return Promise.resolve();
      },
      async record(upload) {
        if (!recordOnly || !isFirst || !(await within(UNRECORDED_MS, isLast)))
          return { upload: withRoom(await addUpload(conversions, upload)) };
        recorded = await recordOnly(upload, fields);
        return {};
      },
    };
    const incoming: Incoming = { name: safeFileName(name), source: 'form', body, request: form };
    try {
      const stored = await store(services, limited, { ...incoming, use }, slot);
      const upload = 'upload' in stored ? stored.upload : stored.recorded.upload;
      if (upload) facts.push(upload);
      return upload;
    } catch (error) {
      if (whole && isWithoutRoom(error) && (await repeated?.mayBe())) {
        facts.push(whole);
        refusal ??= error;
        return undefined;
      }
      const isTooLarge = error instanceof ApiProblem && error.code === 'FILE_TOO_LARGE';
      throw isTooLarge && fileBytes < bytes ? filesTooLarge(bytes) : error;
    }
  };
  const discard = (uploads: readonly Upload[]): Promise<void> => releaseInputs(conversions, idsOf(uploads));
  try {
    const form = await readForm(context, { bytes, files }, { store: storePart, discard });
    if (refusal === undefined) return { ...form, ...(recorded !== undefined && { recorded }) };
    await discard(form.uploads);
    const earlier = await repeated?.find(form.fields, facts);
    if (earlier === undefined) throw refusal;
    return { ...form, uploads: [], recorded: earlier };
  } finally {
    slot?.leave();
  }
}

const idsOf = (uploads: readonly Upload[]): readonly string[] => uploads.map(({ id }) => id);

function isWithoutRoom(error: unknown): error is Error {
  return error instanceof NoSpace || (error instanceof ApiProblem && error.code === 'STORAGE_FULL');
}

/** False if the promise takes longer. */
async function within(milliseconds: number, promise: Promise<boolean>): Promise<boolean> {
  const over = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => over.resolve(false), milliseconds);
  try {
    return await Promise.race([promise, over.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Problem for files that are too large together. */
export function filesTooLarge(limit: number): ApiProblem {
  return new ApiProblem('FILE_TOO_LARGE', { limit, reason: 'files-together' });
}

/** Receives a file while its source and network address have fewer uploads than allowed. @throws ApiProblem TOO_MANY_UPLOADS */
export async function inUploadSlot<Result>(
  { uploads }: Pick<Services, 'uploads'>,
  { countedAs, address }: Principal,
  work: (slot: UploadSlot) => Promise<Result>,
): Promise<Result> {
  try {
    return await uploads.run({ source: countedAs, address }, work);
  } catch (error) {
    throw error instanceof Overloaded ? new ApiProblem('TOO_MANY_UPLOADS') : error;
  }
}

/** Takes a slot, as `inUploadSlot` does, until the caller leaves it. @throws ApiProblem TOO_MANY_UPLOADS */
function enterUploadSlot({ uploads }: Pick<Services, 'uploads'>, { countedAs, address }: Principal): HeldSlot {
  try {
    return uploads.enter({ source: countedAs, address });
  } catch (error) {
    throw error instanceof Overloaded ? new ApiProblem('TOO_MANY_UPLOADS') : error;
  }
}

/** Problem for storage that is full: of the account, or of all free accounts on the network address. */
export function storageFullProblem(limit: NoRoom): ApiProblem {
  return new ApiProblem('STORAGE_FULL', limit === 'full' ? {} : { storage: 'address' });
}

type Used<Recorded> = Incoming & { readonly use: SmallFileUse<Recorded> };

async function store<Recorded>(
  services: Services,
  principal: Principal,
  { name, source, body, request = body, use }: Used<Recorded>,
  slot: UploadSlot,
): Promise<StoredFile<Recorded>> {
  const { conversions } = services;
  const { owner, place, network } = principal;
  const { storedBytes, fileBytes } = principal.limits;
  const given = { owner, place, network, name, source, storedBytes };
  const id = randomUUID();
  const state: { opened?: OpenedUpload } = {};
  try {
    const upload = { id, writer: 0, received: 0 };
    const receiving = { upload, body: slot.track(request, withSilenceTimeout(body)), mostBytes: fileBytes };
    const { sha256, completed } = await receive<Recorded>(conversions, receiving, {
      want: ENDS,
      formatOf: (ends) => formatOf(ends, name),
      async open() {
        state.opened = withRoom(await openUpload(conversions, given, id));
        return state.opened.room;
      },
      async check(file) {
        // A repeated request needs no room, and one that is refused takes none from others.
        await use.check?.(wholeFileOf({ given, id, piece: file }, conversions.now()));
        const refusal = await refusedBeforeStoring(conversions, given, file.bytes);
        if (refusal) throw storageFullProblem(refusal);
      },
      add: (piece) => use.record({ given, id, piece }),
    });
    if (completed !== undefined) return { recorded: completed };
    if (!state.opened) throw new ApiProblem('EMPTY_FILE');
    await enforceStorageLimit(services, principal, state.opened);
    return { upload: await complete(services, state.opened, sha256) };
  } catch (error) {
    const { room = fileBytes } = state.opened ?? {};
    // Not removed if a job needs it.
    if (state.opened || error instanceof MayBeCommitted) await releaseInput(conversions, id);
    if (error instanceof TooLong) throw uploadTooLargeProblem(principal, { size: null }, Math.min(fileBytes, room));
    throw error;
  }
}

/** A small file as its row will describe it. */
export function wholeFileOf(
  { given: { name }, id, piece }: Pick<WholeUpload, 'given' | 'id'> & { readonly piece: CheckedFile },
  now: Date,
): WholeFile {
  const { bytes, format, sha256 } = piece;
  return { id, name, format, sha256, size: bytes, received: bytes, pieces: 1, completed_at: now, removed_at: null };
}

/** @throws ApiProblem STORAGE_FULL */
function withRoom<Given extends Upload>(upload: Given | NoRoom): Given {
  if (typeof upload === 'string') throw storageFullProblem(upload);
  return upload;
}

/**
 * Deletes an upload that exceeds the storage limit. Uploads of undeclared size are checked afterwards, because the size of
 * concurrent uploads is unknown when they start. @throws ApiProblem STORAGE_FULL
 */
export async function enforceStorageLimit({ conversions }: Services, { limits }: Principal, upload: Upload): Promise<void> {
  if (upload.size !== null || (await hasRoom(conversions, upload, limits.storedBytes))) return;
  await releaseInput(conversions, upload.id);
  throw new ApiProblem('STORAGE_FULL');
}

/** Maximum bytes of an upload: its declared size, otherwise the smaller of file limit and remaining storage. */
export async function maxBytesFor({ database, conversions }: Services, { limits }: Principal, upload: Upload): Promise<number> {
  return upload.size ?? Math.min(limits.fileBytes, await roomFor(database, upload, limits.storedBytes, conversions.freeBytes));
}

/** Problem for an upload that exceeds its limit. @param mostBytes the result of `maxBytesFor` */
export function uploadTooLargeProblem({ limits }: Principal, { size }: Pick<Upload, 'size'>, mostBytes: number): ApiProblem {
  const isRoomOver = size === null && mostBytes < limits.fileBytes;
  return isRoomOver ? new ApiProblem('STORAGE_FULL') : new ApiProblem('FILE_TOO_LARGE', { limit: mostBytes });
}

/** Completes an upload after its last byte: detects the format and records the hash. */
export async function complete({ conversions }: Services, upload: Upload, sha256: string | null): Promise<Upload> {
  const format = formatOf(await readEnds(conversions, upload.id, ENDS), upload.name);
  const done = await completeUpload(conversions, upload.id, upload.writer, { format, sha256 });
  if (!done) throw new WriterReplaced('the upload was ended elsewhere');
  return done;
}

/** Parts of a file that its format is detected from. */
const ENDS = { head: HEAD_BYTES, tail: TAIL_BYTES };

function formatOf(ends: Ends, name: string): string | null {
  return detectFormat({ ...ends, name }, publicFormats()).format?.id ?? null;
}

/** Downloads a file from a given address. @throws ApiProblem INVALID_URL, URL_NOT_FETCHED, RATE_LIMIT_EXCEEDED and those of `storeFile` */
export async function fetchFile(
  services: Services,
  principal: Principal,
  url: string,
  filename: string | undefined,
): Promise<Upload> {
  await checkFetched(services, principal);
  const signal = AbortSignal.timeout(FETCH_MS);
  try {
    const answer = await services.outbound.ask({
      url,
      signal,
      headers: { 'User-Agent': services.settings.brand, Accept: '*/*' },
    });
    try {
      if (answer.status !== 200) throw new ApiProblem('URL_NOT_FETCHED', { status: answer.status });
      const declared = Number(answer.headers['content-length'] ?? 0);
      if (declared > principal.limits.fileBytes) throw new ApiProblem('FILE_TOO_LARGE', { limit: principal.limits.fileBytes });
      const name = safeFileName(filename ?? nameOf(answer.headers['content-disposition'], answer.url));
      return await storeFile(services, principal, { name, source: 'url', body: answer.body });
    } finally {
      answer.body.destroy();
      await countFetched(services, principal, answer.body.socket.bytesRead);
    }
  } catch (error) {
    if (error instanceof OutboundRefused) throw problemOfFault(error);
    if (isBroken(error)) throw new ApiProblem('URL_NOT_FETCHED', { reason: 'connection-lost' });
    throw error;
  }
}

function problemOfFault({ fault }: OutboundRefused): ApiProblem {
  const isAddress = fault === 'invalid-address' || fault === 'private-address';
  return new ApiProblem(isAddress ? 'INVALID_URL' : 'URL_NOT_FETCHED', { reason: fault });
}

function isBroken(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || ('code' in error && error.code === 'ECONNRESET'));
}

/** File name from `Content-Disposition`, otherwise from the URL. */
function nameOf(disposition: string | undefined, url: URL): string {
  const extended = /filename\*\s*=\s*UTF-8''([^;\s]+)/i.exec(disposition ?? '')?.[1];
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(disposition ?? '');
  return decodePercent(extended ?? plain?.[1] ?? plain?.[2] ?? url.pathname.split('/').at(-1) ?? '');
}
