/** Uploads a file of a gigabyte by the resumable upload protocol. */
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Peak, watchMemory } from './memory.ts';
import type { Site } from './site.ts';

const MEBIBYTE = 1024 ** 2;
const PIECE_BYTES = 4 * MEBIBYTE;
const TUS = { 'Tus-Resumable': '1.0.0' };
/** Milliseconds until memory used during startup is freed: about 150 MB, which would hide the cost of an upload. */
const SETTLE_MS = 40_000;

export type Uploaded = { readonly before: number; readonly peak: Peak; readonly seconds: number };

/** Measures the memory of the website's process while a file of that size arrives in one request. */
export async function uploadLarge(site: Site, bytes: number): Promise<Uploaded> {
  // Loads code needed for the first upload, which is not part of the cost of a large one.
  await upload(site, PIECE_BYTES);
  await wait(SETTLE_MS);
  const memory = watchMemory(site.web);
  const startedAt = performance.now();
  try {
    await upload(site, bytes);
  } finally {
    memory.stop();
  }
  return { before: memory.before, peak: memory.stop(), seconds: (performance.now() - startedAt) / 1000 };
}

async function upload({ ask }: Site, bytes: number): Promise<void> {
  const filename = Buffer.from('large.bin').toString('base64');
  const headers = { ...TUS, 'Upload-Length': String(bytes), 'Upload-Metadata': `filename ${filename}` };
  const made = await ask('tus', { method: 'POST', headers });
  const address = made.headers.get('Location');
  if (made.status !== 201 || !address) throw new Error(`an upload got status ${made.status}: ${await made.text()}`);
  const streamed: RequestInit & { readonly duplex: 'half' } = {
    method: 'PATCH',
    headers: { ...TUS, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
    body: streamOf(bytes),
    duplex: 'half',
  };
  const sent = await ask(address, streamed);
  if (sent.headers.get('Upload-Offset') !== String(bytes))
    throw new Error(
      `the upload ended with ${sent.status} at ${sent.headers.get('Upload-Offset') ?? 'nowhere'}: ${await sent.text()}`,
    );
  await ask(address, { method: 'DELETE', headers: TUS });
}

function streamOf(bytes: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  const piece = randomBytes(PIECE_BYTES);
  let left = bytes;
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(left >= PIECE_BYTES ? piece : piece.subarray(0, left));
      left -= PIECE_BYTES;
      if (left <= 0) controller.close();
    },
  });
}
