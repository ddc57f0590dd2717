/** Engine files of a static copy, which stores them compressed: file servers need not compress them, and hosts limit the size of a file. */
import { staticCopy } from '@bakkum/site/static-copy';
import { partPathname } from '../packed-parts.ts';

/** Whether only its parts are stored, so that a request for the file itself finds nothing. */
export function isPacked(pathname: string): boolean {
  return staticCopy !== undefined && Object.hasOwn(staticCopy.packed, pathname);
}

/**
 * Fetches an engine file, and unpacks it where it is stored packed. The body of the response fails when a part is missing or
 * damaged.
 * @throws TypeError when the network fails
 */
export async function fetchEngineFile(pathname: string, init?: RequestInit): Promise<Response> {
  const parts = staticCopy?.packed[pathname];
  if (parts === undefined) return fetch(pathname, init);
  const first = await fetch(partPathname(pathname, 1), init);
  if (!first.ok || !first.body) return first;
  const packed = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  void joinParts(first.body, packed.writable, async (part) => bodyOf(await fetch(partPathname(pathname, part), init)), parts);
  const unpacked = packed.readable.pipeThrough(new DecompressionStream('gzip'));
  const type = pathname.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
  return new Response(unpacked, { headers: { 'Content-Type': type } });
}

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Never rejects: a failure makes reading the other end fail. */
async function joinParts(
  first: Bytes,
  into: WritableStream<Uint8Array<ArrayBuffer>>,
  open: (part: number) => Promise<Bytes>,
  parts: number,
): Promise<void> {
  try {
    await first.pipeTo(into, { preventClose: true });
    for (let part = 2; part <= parts; part += 1) await (await open(part)).pipeTo(into, { preventClose: true });
    await into.close();
  } catch (failure) {
    await into.abort(failure).catch(() => undefined); // the reader has gone
  }
}

function bodyOf({ ok, body, url, status }: Response): Bytes {
  if (!ok || !body) throw new Error(`${url} answered ${status}`);
  return body;
}
