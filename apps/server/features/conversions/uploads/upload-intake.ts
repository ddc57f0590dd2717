/** Receives files from connections and downloads. At most one segment of a file is in memory. */
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { safeName } from '@bakkum/conversion/file-names';
import { releaseInput, releaseInputs } from '@bakkum/conversion-jobs/removal';
import { roomFor } from '@bakkum/conversion-jobs/storage';
import { type Ends, receive, TooLong, WriterReplaced } from '@bakkum/conversion-jobs/uploads/receive';
import {
  addUpload,
  completeUpload,
  hasRoom,
  type NoRoom,
  type OpenedUpload,
  openUpload,
  readEnds,
  type Upload,
} from '@bakkum/conversion-jobs/uploads/uploads';
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

/**
 * Stores a file that arrives in one request.
 * @throws ApiProblem FILE_TOO_LARGE, STORAGE_FULL, EMPTY_FILE, TOO_MANY_UPLOADS; deletes it then
 */
export function storeFile(services: Services, principal: Principal, incoming: Incoming): Promise<Upload> {
  return inUploadSlot(services, principal, (slot) => store(services, principal, incoming, slot));
}

/**
 * Stores the files of a form, which may have together the bytes of the largest file. The form takes one slot, with its first file, so that
 * it counts as slow however many parts it has.
 * @param files maximum number of files
 * @throws ApiProblem as `storeFile`; deletes all of them then
 */
export async function storeForm(
  services: Services,
  principal: Principal,
  context: ApiContext,
  files: number,
): Promise<FilledForm> {
  const { fileBytes: bytes } = principal.limits;
  let slot: HeldSlot | undefined;
  const storePart = async ({ name, body, form }: FormFile, fileBytes: number): Promise<Upload> => {
    slot ??= enterUploadSlot(services, principal);
    const limited = { ...principal, limits: { ...principal.limits, fileBytes } };
    const incoming: Incoming = { name: safeFileName(name), source: 'form', body, request: form };
    return store(services, limited, incoming, slot).catch((error: unknown) => {
      const isTooLarge = error instanceof ApiProblem && error.code === 'FILE_TOO_LARGE';
      throw isTooLarge && fileBytes < bytes ? filesTooLarge(bytes) : error;
    });
  };
  const discard = (uploads: readonly Upload[]): Promise<void> =>
    releaseInputs(
      services.conversions,
      uploads.map(({ id }) => id),
    );
  try {
    return await readForm(context, { bytes, files }, { store: storePart, discard });
  } finally {
    slot?.leave();
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

async function store(
  services: Services,
  principal: Principal,
  { name, source, body, request = body }: Incoming,
  slot: UploadSlot,
): Promise<Upload> {
  const { conversions } = services;
  const { owner, place, network } = principal;
  const { storedBytes, fileBytes } = principal.limits;
  const given = { owner, place, network, name, source, storedBytes };
  const id = randomUUID();
  const state: { opened?: OpenedUpload; mayExist: boolean } = { mayExist: false };
  try {
    const upload = { id, writer: 0, received: 0 };
    const receiving = { upload, body: slot.track(request, withSilenceTimeout(body)), mostBytes: fileBytes };
    const { sha256, completed } = await receive(conversions, receiving, {
      want: ENDS,
      formatOf: (ends) => formatOf(ends, name),
      async open() {
        state.opened = withRoom(await openUpload(conversions, given, id));
        return state.opened.room;
      },
      async add(piece) {
        // If the answer of the database is lost, the upload may be recorded.
        state.mayExist = true;
        const added = await addUpload(conversions, given, id, piece);
        state.mayExist = typeof added !== 'string';
        return withRoom(added);
      },
    });
    if (completed) return completed;
    if (!state.opened) throw new ApiProblem('EMPTY_FILE');
    await enforceStorageLimit(services, principal, state.opened);
    return await complete(services, state.opened, sha256);
  } catch (error) {
    const { room = fileBytes } = state.opened ?? {};
    if (state.opened || state.mayExist) await releaseInput(conversions, id);
    if (error instanceof TooLong) throw uploadTooLargeProblem(principal, { size: null }, Math.min(fileBytes, room));
    throw error;
  }
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
