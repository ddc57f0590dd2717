/** An image that crashes the decoding process: the upload is refused and the server keeps running. */
import { randomUUID } from 'node:crypto';
import { type FakeImageServer, settingsFor, startFakeImageServer } from '@bakkum/image-provider-fake/fake-server';
import { drawPicture } from '@bakkum/image-provider-fake/image';
import { busyProcesses, hugeImage } from '@bakkum/image-studio/decoding/test-decoding';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startTestServer, type TestServer } from '../../test-server.ts';

const KEY = 'a-key-of-services';
let fake: FakeImageServer;
let server: TestServer;
beforeAll(async () => {
  fake = await startFakeImageServer({ key: KEY });
  server = await startTestServer(inject('postgresFolder'), { ...settingsFor(fake.url, KEY), SANDBOX: 'off' });
});
afterAll(async () => {
  await server.close();
  await fake.close();
});

const bring = (cookie: string, body: Uint8Array<ArrayBuffer>, language: string): Promise<Response> =>
  fetch(`${server.url}/api/images/imports?name=a.jpg&agreed=true`, {
    method: 'POST',
    headers: {
      Origin: server.url,
      Cookie: cookie,
      'Content-Type': 'application/octet-stream',
      'Idempotency-Key': randomUUID(),
      'Accept-Language': language,
    },
    body,
  });

it.runIf(process.platform === 'linux')('returns a helpful error, charges nothing and accepts the next image', async () => {
  const { cookie } = await server.someone();
  const balance = async (): Promise<unknown> => (await server.send(cookie, 'GET', 'credits')).json();
  const before = await balance();
  const vast = await hugeImage(7990);
  for (const [language, words] of [
    ['en', 'Choose a JPG, PNG, WebP, AVIF or GIF'],
    ['ko', 'JPEG, PNG, WebP, AVIF, GIF 중 하나를 골라 주세요'],
  ] as const) {
    const answer = bring(cookie, vast, language);
    await expect.poll(() => busyProcesses(vast.byteLength), { interval: 5 }).toHaveLength(1);
    for (const pid of busyProcesses(vast.byteLength)) process.kill(pid, 'SIGKILL');
    const response = await answer;
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      error: { code: 'picture-unreadable', message: expect.stringContaining(words) },
    });
  }
  expect(server.lines.filter((line) => line.includes('picture-process-lost'))).toHaveLength(2);
  const good = await bring(cookie, new Uint8Array(drawPicture(9, { width: 480, height: 320 })), 'en');
  expect([good.status, await good.json()]).toMatchObject([200, { image: { width: 480, height: 320 } }]);
  expect(await (await server.send(cookie, 'GET', 'images')).json()).toMatchObject({ images: [{ width: 480 }] });
  expect(await balance()).toEqual(before);
});
