/** Files that come in: from a connection, or from an address we ask. Never more than a segment of one is in memory. */
import type { Readable } from 'node:stream';
import { receive, TooLong, WriterLost } from '@bakkum/conversions/receive';
import { releaseInput } from '@bakkum/conversions/removal';
import { roomFor } from '@bakkum/conversions/storage';
import { completeUpload, hasRoom, openUpload, readEnds, type Upload } from '@bakkum/conversions/uploads';
import { detectFormat, HEAD_BYTES, TAIL_BYTES } from '@bakkum/formats/detect';
import { OutboundRefused } from '@bakkum/outbound/outbound';
import { publicFormats } from '@bakkum/registry/catalogue';
import type { Services } from '../../../services.ts';
import type { Principal } from '../authentication.ts';
import { ApiProblem } from '../problem.ts';

/** A connection that brings nothing for so long is given up. */
const SILENCE_MS = 60_000;
/** The longest a file from an address may take. */
const FETCH_MS = 600_000;
const MAX_NAME_LENGTH = 255;

/** A name as it may be kept: no folders, nothing that is not seen, not too long. */
export function safeFileName(given: string | undefined): string {
  const base = (given ?? '').normalize('NFC').replaceAll('\\', '/').split('/').at(-1) ?? '';
  const name = base.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
  const short = name.length > MAX_NAME_LENGTH ? name.slice(-MAX_NAME_LENGTH) : name;
  return short === '' || short === '.' || short === '..' ? 'file' : short;
}

export type Incoming = {
  readonly name: string;
  readonly source: 'form' | 'url';
  readonly body: Readable;
};

/** Keeps a file that comes in one piece. @throws ApiProblem FILE_TOO_LARGE, STORAGE_FULL, EMPTY_FILE; nothing of it stays then */
export async function storeFile(services: Services, principal: Principal, { name, source, body }: Incoming): Promise<Upload> {
  const { conversions } = services;
  const { storedBytes } = principal.limits;
  const upload = await openUpload(conversions, { owner: principal.owner, name, source, storedBytes });
  if (upload === 'full') throw new ApiProblem('STORAGE_FULL');
  const mostBytes = await maxBytesFor(services, principal, upload);
  try {
    const { received, sha256 } = await receive(conversions, { upload, body: withSilenceTimeout(body), mostBytes });
    if (received === 0) throw new ApiProblem('EMPTY_FILE');
    await enforceStorageLimit(services, principal, upload);
    return await complete(services, upload, sha256);
  } catch (error) {
    await releaseInput(conversions, upload.id);
    if (error instanceof TooLong) throw tooLongProblem(principal, upload, mostBytes);
    throw error;
  }
}

/**
 * Lets go of what came where it is more than there is room for: how much others would be that came at the same time nobody knew
 * when it began, unless its size was told. @throws ApiProblem STORAGE_FULL then
 */
export async function enforceStorageLimit({ conversions }: Services, { limits }: Principal, upload: Upload): Promise<void> {
  if (upload.size !== null || (await hasRoom(conversions, upload, limits.storedBytes))) return;
  await releaseInput(conversions, upload.id);
  throw new ApiProblem('STORAGE_FULL');
}

/** Bytes that are taken of an upload: all it was said to be; without that, what a file may have and there is room for. */
export async function maxBytesFor({ database }: Services, { limits }: Principal, upload: Upload): Promise<number> {
  return upload.size ?? Math.min(limits.fileBytes, await roomFor(database, upload, limits.storedBytes));
}

/** Why no more is taken. @param mostBytes those of `maxBytesFor` */
export function tooLongProblem({ limits }: Principal, { size }: Upload, mostBytes: number): ApiProblem {
  const isRoomOver = size === null && mostBytes < limits.fileBytes;
  return isRoomOver ? new ApiProblem('STORAGE_FULL') : new ApiProblem('FILE_TOO_LARGE', { limit: mostBytes });
}

/** Says what a file is whose bytes are all here. */
export async function complete({ conversions }: Services, upload: Upload, sha256: string | null): Promise<Upload> {
  const ends = await readEnds(conversions, upload.id, { head: HEAD_BYTES, tail: TAIL_BYTES });
  const { format } = detectFormat({ ...ends, name: upload.name }, publicFormats());
  const done = await completeUpload(conversions, upload.id, upload.writer, { format: format?.id ?? null, sha256 });
  if (!done) throw new WriterLost('the upload was ended elsewhere');
  return done;
}

/** What comes, unless nothing comes for too long while somebody waits for it: then the body is ended, with that as its error. */
export async function* withSilenceTimeout(body: Readable, silenceMs = SILENCE_MS): AsyncGenerator<Uint8Array> {
  const iterator: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  const giveUp = (): void => void body.destroy(new ApiProblem('INVALID_REQUEST', { reason: 'nothing came for too long' }));
  try {
    for (;;) {
      const timer = setTimeout(giveUp, silenceMs);
      const next = await iterator.next().finally(() => clearTimeout(timer));
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // A body that was ended has no call pending that this one would have to wait for.
    await iterator.return?.();
  }
}

/** Fetches a file from an address somebody gave. @throws ApiProblem INVALID_URL, URL_NOT_FETCHED and those of `storeFile` */
export async function fetchFile(
  services: Services,
  principal: Principal,
  url: string,
  filename: string | undefined,
): Promise<Upload> {
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
    }
  } catch (error) {
    if (error instanceof OutboundRefused) throw problemOfFault(error);
    if (isBroken(error)) throw new ApiProblem('URL_NOT_FETCHED', { reason: 'the connection broke off' });
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

/** As the server calls it, else as its address ends. */
function nameOf(disposition: string | undefined, url: URL): string {
  const extended = /filename\*\s*=\s*UTF-8''([^;\s]+)/i.exec(disposition ?? '')?.[1];
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(disposition ?? '');
  return decoded(extended ?? plain?.[1] ?? plain?.[2] ?? url.pathname.split('/').at(-1) ?? '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a percent sign of its own
  }
}
