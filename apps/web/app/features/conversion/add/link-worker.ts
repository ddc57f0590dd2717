/**
 * Entry of the worker that downloads a file from an address the user entered. It is the only script whose policy allows other
 * origins (docs/decisions/032-separate-worker-for-links.md): it knows nothing but the address, and gets no file.
 */
import { linkedName } from './link-address.ts';
import type { LinkAnswer, LinkQuestion } from './linked-file.ts';

addEventListener('message', ({ data: { address, mostBytes } }: MessageEvent<LinkQuestion>) => {
  void bring(new URL(address), mostBytes).then(answer);
});

async function bring(url: URL, mostBytes: number): Promise<LinkAnswer> {
  const controller = new AbortController();
  try {
    const response = await fetch(url, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      mode: 'cors',
      signal: controller.signal,
    });
    if (!response.ok || !response.body) return { type: 'failed', reason: 'no-file' };
    const told = Number(response.headers.get('content-length') ?? Number.NaN);
    // The length of a compressed transfer is not that of the file.
    const total = response.headers.has('content-encoding') || !Number.isFinite(told) ? undefined : told;
    if (total !== undefined && total > mostBytes) throw new RangeError('over the limit');
    const name = linkedName(new URL(response.url || url), response.headers.get('content-disposition'));
    const body = response.body.pipeThrough(counted(total, mostBytes));
    const blob = await new Response(body).blob();
    const type = response.headers.get('content-type')?.split(';')[0] ?? '';
    return { type: 'done', file: new File([blob], name, { type }) };
  } catch (refusal) {
    controller.abort();
    return { type: 'failed', reason: refusal instanceof RangeError ? 'too-large' : 'refused' };
  }
}

function counted(
  total: number | undefined,
  mostBytes: number,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let loaded = 0;
  return new TransformStream({
    transform(chunk, stream) {
      loaded += chunk.byteLength;
      if (loaded > mostBytes) throw new RangeError('over the limit');
      answer({ type: 'progress', loaded, ...(total !== undefined && { total }) });
      stream.enqueue(chunk);
    },
  });
}

function answer(found: LinkAnswer): void {
  postMessage(found);
}
