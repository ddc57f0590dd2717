import { AUTOMATIC_ASSETS, RECOGNITION_BYTES } from '@bakkum/document-recognition/assets';
import { ASSET_BYTES } from '../asset-bytes.gen.ts';
import { ASSET_PATHNAMES } from '../asset-pathnames.gen.ts';
import { MANIFESTS } from '../manifests.gen.ts';
import { freeBytes, lockManager, openCache } from './optional-apis.browser.ts';
import { fetchEngineFile } from './packed-files.browser.ts';

/** The service worker's cache of files with a hash in their name; the service worker deletes those of older builds. */
const CACHE = 'assets';
/** Size that takes seconds on a typical connection, in bytes: from here on users are asked first and see the progress. */
const LARGE_BYTES = 5_000_000;
const LOCK = 'bakkum-keep-assets';

const downloadBytesOf = new Map(MANIFESTS.map(({ id, downloadBytes }) => [id, downloadBytes]));
const onDemand = new Set(MANIFESTS.flatMap(({ id, onDemand: names = [] }) => names.map((name) => `${id}/${name}`)));

export function isLargeEngine(engine: string): boolean {
  return (downloadBytesOf.get(engine) ?? 0) >= LARGE_BYTES;
}

type Missing = { readonly url: string; readonly bytes: number };

/**
 * Returns the compressed bytes to download before these engines can start: of large engines that are not cached yet. 0 when all
 * are.
 */
export async function bytesToFetch(engines: readonly string[]): Promise<number> {
  const sizes = await Promise.all([...new Set(engines)].map(async (id) => (await partsOf(id)).toCome));
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

/**
 * Downloads the missing files of a large engine into the cache. Compressed bytes cannot be counted as they arrive, so their
 * number is derived from the unpacked ones. Does nothing where there is no cache: files are then fetched on demand.
 */
export async function keepAssets(
  engine: string,
  report: (loadedBytes: number, totalBytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const locks = lockManager();
  if (!locks || (await partsOf(engine)).missing.length === 0) return;
  await locks.request(LOCK, { signal }, async () => {
    const { missing, toCome } = await partsOf(engine); // another worker may have fetched them in the meantime
    const unpacked = missing.reduce((sum, { bytes }) => sum + bytes, 0);
    const cache = await openCache(CACHE);
    if (!cache || missing.length === 0 || ((await freeBytes()) ?? Number.POSITIVE_INFINITY) <= unpacked) return;
    let read = 0;
    const count = (bytes: number): void => {
      read += bytes;
      report(Math.round((Math.min(read, unpacked) / unpacked) * toCome), toCome);
    };
    report(0, toCome);
    try {
      for (const { url } of missing) await keepFile(cache, url, count, signal);
    } catch {
      signal.throwIfAborted();
      // The storage estimate does not detect a full disk. The files are then fetched on demand, which also reports a network
      // failure.
    }
  });
}

/**
 * Returns the compressed bytes to download before one of these engines can recognize English and Korean text: 0 if its files are stored,
 * or if none of them recognizes text.
 */
export async function recognitionBytesToFetch(engines: readonly string[]): Promise<number> {
  const urls = engines.flatMap((engine) => AUTOMATIC_ASSETS.flatMap((name) => ASSET_PATHNAMES[`${engine}/${name}`] ?? []));
  const cache = await openCache(CACHE);
  const kept = await Promise.all(urls.map(async (url) => (await cache?.match(url)) !== undefined));
  return kept.every(Boolean) ? 0 : RECOGNITION_BYTES;
}

/** Reads a file from the cache; `undefined` when it is missing. */
export async function keptAsset(url: string): Promise<Response | undefined> {
  return (await openCache(CACHE))?.match(url);
}

async function partsOf(engine: string): Promise<{ readonly missing: readonly Missing[]; readonly toCome: number }> {
  const downloadBytes = downloadBytesOf.get(engine) ?? 0;
  const cache = isLargeEngine(engine) && lockManager() ? await openCache(CACHE) : undefined;
  if (!cache) return { missing: [], toCome: 0 };
  const parts = Object.entries(ASSET_PATHNAMES)
    .filter(([asset]) => asset.startsWith(`${engine}/`) && !onDemand.has(asset))
    .map(([asset, url]): Missing => ({ url, bytes: ASSET_BYTES[asset] ?? 0 }));
  const kept = await Promise.all(parts.map(async ({ url }) => (await cache.match(url)) !== undefined));
  const missing = parts.filter((_, index) => !kept[index]);
  const sum = (some: readonly Missing[]): number => some.reduce((total, { bytes }) => total + bytes, 0);
  return { missing, toCome: Math.round((downloadBytes * sum(missing)) / Math.max(1, sum(parts))) };
}

/**
 * Downloads a file into the cache. `no-store` tells the service worker not to cache it as well. Incomplete downloads are
 * discarded.
 */
export async function keepFile(cache: Cache, url: string, count: (bytes: number) => void, signal: AbortSignal): Promise<void> {
  const response = await fetchEngineFile(url, { cache: 'no-store', signal });
  if (response.status !== 200 || !response.body) throw new Error(`${url} answered ${response.status}`);
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        count(chunk.byteLength);
        controller.enqueue(chunk);
      },
    }),
    { signal },
  );
  await cache.put(url, new Response(counted, { headers: headersOf(response) }));
}

/** Keeps the headers that cross-origin isolated threads need. The body is already decompressed. */
function headersOf({ headers }: Response): Headers {
  const kept = new Headers(headers);
  for (const name of ['content-encoding', 'content-length']) kept.delete(name);
  return kept;
}
