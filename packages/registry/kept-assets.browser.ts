import { ASSET_BYTES } from './asset-bytes.gen.ts';
import { ASSET_PATHNAMES } from './asset-pathnames.gen.ts';
import { MANIFESTS } from './manifests.gen.ts';

/** The service worker's cache of what carries a hash in its name; it forgets what older builds left in it. */
const CACHE = 'assets';
/** Seconds on a usual line: from here on a person is told before, and sees it come. */
const LARGE_BYTES = 5_000_000;
const LOCK = 'bakkum-keep-assets';

const downloadBytesOf = new Map(MANIFESTS.map(({ id, downloadBytes }) => [id, downloadBytes]));
const onDemand = new Set(MANIFESTS.flatMap(({ id, onDemand: names = [] }) => names.map((name) => `${id}/${name}`)));

export function isLargeEngine(engine: string): boolean {
  return (downloadBytesOf.get(engine) ?? 0) >= LARGE_BYTES;
}

type Missing = { readonly url: string; readonly bytes: number };

/** Bytes of the transfer before these engines can start: of the large ones that are not kept yet. 0 where all are. */
export async function bytesToFetch(engines: readonly string[]): Promise<number> {
  const sizes = await Promise.all([...new Set(engines)].map(async (id) => (await partsOf(id)).toCome));
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

/**
 * Fetches what of a large engine is not kept yet, and keeps it. Compressed bytes cannot be counted as they come, so their
 * number is the engine's share of the unpacked ones. Where nothing can be kept it does nothing: the files are fetched as they
 * are needed.
 */
export async function keepAssets(
  engine: string,
  report: (loadedBytes: number, totalBytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  if ((await partsOf(engine)).missing.length === 0) return;
  await navigator.locks.request(LOCK, { signal }, async () => {
    const { missing, toCome } = await partsOf(engine); // another worker may have fetched them meanwhile
    const unpacked = missing.reduce((sum, { bytes }) => sum + bytes, 0);
    if (missing.length === 0 || !(await hasRoom(unpacked))) return;
    let read = 0;
    const count = (bytes: number): void => {
      read += bytes;
      report(Math.round((Math.min(read, unpacked) / unpacked) * toCome), toCome);
    };
    report(0, toCome);
    const cache = await caches.open(CACHE);
    try {
      for (const { url } of missing) await keepFile(cache, url, count, signal);
    } catch {
      signal.throwIfAborted();
      // The estimate of room does not know a disk that is full. The files are then fetched as they are needed, which also says
      // what is the matter where it was the network.
    }
  });
}

/** From what is kept; `undefined` when it is not. */
export async function keptAsset(url: string): Promise<Response | undefined> {
  return isPossible() ? (await caches.open(CACHE)).match(url) : undefined;
}

/** Without a secure context there is neither. */
function isPossible(): boolean {
  return 'caches' in globalThis && 'locks' in navigator;
}

async function partsOf(engine: string): Promise<{ readonly missing: readonly Missing[]; readonly toCome: number }> {
  const downloadBytes = downloadBytesOf.get(engine) ?? 0;
  if (!isLargeEngine(engine) || !isPossible()) return { missing: [], toCome: 0 };
  const cache = await caches.open(CACHE);
  const parts = Object.entries(ASSET_PATHNAMES)
    .filter(([asset]) => asset.startsWith(`${engine}/`) && !onDemand.has(asset))
    .map(([asset, url]): Missing => ({ url, bytes: ASSET_BYTES[asset] ?? 0 }));
  const kept = await Promise.all(parts.map(async ({ url }) => (await cache.match(url)) !== undefined));
  const missing = parts.filter((_, index) => !kept[index]);
  const sum = (some: readonly Missing[]): number => some.reduce((total, { bytes }) => total + bytes, 0);
  return { missing, toCome: Math.round((downloadBytes * sum(missing)) / Math.max(1, sum(parts))) };
}

async function hasRoom(bytes: number): Promise<boolean> {
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = await navigator.storage.estimate();
  return quota - usage > bytes;
}

/** Fetches a file and keeps it. `no-store` tells the service worker that it need not keep it as well. What is cut off is not kept. */
export async function keepFile(cache: Cache, url: string, count: (bytes: number) => void, signal: AbortSignal): Promise<void> {
  const response = await fetch(url, { cache: 'no-store', signal });
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

/** The isolation of threads started from it hangs on them. The bytes are unpacked by now. */
function headersOf({ headers }: Response): Headers {
  const kept = new Headers(headers);
  for (const name of ['content-encoding', 'content-length']) kept.delete(name);
  return kept;
}
