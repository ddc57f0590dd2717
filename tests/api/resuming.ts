/** Uploads over an unreliable connection with the most common client. */
import { randomInt } from 'node:crypto';
import { DefaultHttpStack, Upload } from 'tus-js-client';
import { expect, it } from 'vitest';
import { json } from './asker.ts';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import { noisyZip } from './samples.ts';
import type { Target } from './target.ts';

const BYTES = 6_000_000;
const MAX_CUTS = 12;
const RETRIES = Array.from({ length: 3 * MAX_CUTS }, () => 20);

type Sending = { readonly base: string; readonly key: string; readonly proxy: CuttingProxy; readonly chunkSize: number };

/** Sends a file with tus-js-client; returns the id of the upload. */
function send(content: Buffer, { base, key, proxy, chunkSize }: Sending): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(content, {
      endpoint: `${base}/api/v1/tus`,
      headers: { Authorization: `Bearer ${key}` },
      metadata: { filename: '소음.zip' },
      chunkSize,
      retryDelays: RETRIES,
      httpStack: new DefaultHttpStack({ agent: proxy.agentFor(base) }),
      onError: reject,
      onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
    });
    upload.start();
  });
}

export function describeResuming(at: () => Target): void {
  it.each([
    ['in one request', Number.POSITIVE_INFINITY],
    ['in many', 700_000],
  ])('tus-js-client uploads a file %s when the connection drops at any byte', async (_name, chunkSize) => {
    const { base, keys, ask, job, ended } = at();
    let left = MAX_CUTS;
    const bytesUntilCut = () => (left-- > 0 ? randomInt(1, BYTES / 6) : undefined);
    const proxy = await startCuttingProxy({ base, bytesUntilCut });
    try {
      const { noise, zip } = noisyZip(BYTES);
      const id = await send(zip, { base, key: keys.own, proxy, chunkSize });
      expect(proxy.cuts()).toBeGreaterThan(2);
      expect(await (await ask(`uploads/${id}`)).json()).toMatchObject({
        size: zip.length,
        complete: true,
        format: 'zip',
        filename: '소음.zip',
      });
      const order = await job('jobs', json({ upload_id: id, target_format: 'tar' }));
      expect(await ended(order.job_id)).toMatchObject({ error: null, status: 'completed', converted_filename: '소음.tar' });
      const result = Buffer.from(await (await ask(`download/${order.job_id}`)).arrayBuffer());
      expect(result.includes(noise)).toBe(true);
      await ask(`jobs/${order.job_id}`, { method: 'DELETE' });
    } finally {
      proxy.close();
    }
  });
}
