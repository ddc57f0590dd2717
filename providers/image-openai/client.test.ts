import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CallContext, PictureOrder, ProviderValues } from '@bakkum/image-provider/provider';
import { type FakeImageServer, startFakeImageServer } from '@bakkum/image-provider-fake/fake-server';
import type { Fault } from '@bakkum/image-provider-fake/faults';
import { drawPicture } from '@bakkum/image-provider-fake/image';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from './client.ts';
import { manifest, maxPreviews } from './manifest.ts';

const { signal } = new AbortController();
const size = { width: 1024, height: 1024 };
const order: PictureOrder = { prompt: 'a fox', rawPrompt: 'a fox', style: '', seed: 7, personHash: 'hash', ...size };

let fake: FakeImageServer;
beforeAll(async () => {
  fake = await startFakeImageServer();
});
afterAll(() => fake.close());
beforeEach(() => fake.reset());

const client = (changes: ProviderValues = {}) =>
  createClient({ key: 'key!', base: `${fake.url}/openai`, partialImages: '2', ...changes }, manifest.models[0]);

/** Draws with previews, and returns their sizes and the bytes of the image. */
async function draw(changes: ProviderValues = {}, wanted: PictureOrder = order) {
  const previews: number[] = [];
  const context: CallContext = { signal, onPreview: (preview) => previews.push(preview.byteLength) };
  const submitted = await client(changes).submit(wanted, context);
  const content = submitted.state === 'done' ? submitted.drawn.content : undefined;
  return { previews, image: content instanceof Uint8Array ? content : undefined };
}

async function drawWith(fault: Fault) {
  fake.faults.add('openai', fault);
  return draw();
}

const finished = () => Buffer.from(drawPicture(fake.jobs[0]?.order.seed ?? 0, size));
const requests = () => fake.jobs.map(({ request }) => request);

describe('live previews', () => {
  it('are partial images of a stream that ends with the image', async () => {
    const { previews, image } = await draw();
    expect(previews).toHaveLength(2);
    expect(finished().equals(image ?? Buffer.alloc(0))).toBe(true);
    expect(requests()).toMatchObject([{ stream: true, partial_images: 2, n: 1 }]);
  });

  it('are requested for edits, too', async () => {
    const picture = drawPicture(3, size);
    const edit = { picture, mask: { light: picture, clear: picture, whiteOnBlack: picture, blackOnWhite: picture } };
    const { previews, image } = await draw({ partialImages: '3' }, { ...order, edit });
    expect([previews.length, image?.byteLength]).toEqual([3, finished().byteLength]);
    expect(fake.calls).toEqual(['openai POST images/edits']);
  });

  it('are not requested without a listener, when the settings disable them, or from Azure', async () => {
    await client().submit(order, { signal });
    await draw({ partialImages: '0' });
    await draw({ base: `${fake.url}/azure-openai/openai`, azureVersion: '2025-04-01-preview' });
    for (const request of requests()) expect(request).not.toHaveProperty('stream');
    expect(fake.jobs).toHaveLength(3);
    expect([
      maxPreviews({ partialImages: '3' }),
      maxPreviews({ partialImages: '3', azureVersion: '2025-04-01-preview' }),
    ]).toEqual([3, 0]);
  });

  it.each([{ kind: 'no-previews' }, { kind: 'no-stream' }, { kind: 'giant-previews', bytes: 17 * 1024 * 1024 }] as const)(
    'are optional: the image arrives without them ($kind)',
    async (fault) => {
      const { previews, image } = await drawWith(fault);
      expect([previews, image?.byteLength]).toEqual([[], finished().byteLength]);
      expect(fake.jobs).toHaveLength(1);
    },
  );

  it('leave the result of a broken stream unknown, and order nothing again', async () => {
    await expect(drawWith({ kind: 'cut-stream' })).rejects.toMatchObject({ code: 'ambiguous' });
    expect(fake.jobs).toHaveLength(1);
  });

  it('without an image at the end leave the result unknown, because the service may charge for it', async () => {
    await expect(drawWith({ kind: 'fewer' })).rejects.toMatchObject({ code: 'ambiguous' });
    expect(fake.jobs).toHaveLength(1);
  });

  it.each([
    ['moderation_blocked', 'refused'],
    ['billing_hard_limit_reached', 'quota'],
    ['rate_limit_exceeded', 'rate-limited'],
    ['server_error', 'failed'],
  ])('end with the error %s of the service', async (code, expected) => {
    await expect(drawWith({ kind: 'stream-error', code })).rejects.toMatchObject({ code: expected });
  });

  it('keep the answers of a service that refuses the order', async () => {
    await expect(drawWith({ kind: 'refused' })).rejects.toMatchObject({ code: 'refused', categories: ['violence'] });
    await expect(drawWith({ kind: 'status', status: 429 })).rejects.toMatchObject({ code: 'rate-limited' });
  });
});

it.each([
  [400, { param: 'stream', code: 'unknown_parameter' }],
  [422, { param: 'partial_images', code: null }],
  [400, { param: null, code: 'unsupported_value' }],
] as const)('orders without a stream from a server that answers %i with %j to one', async (status, error) => {
  const bodies: unknown[] = [];
  const server = createServer((request, response) => {
    request.setEncoding('utf8');
    let text = '';
    request.on('data', (part: string) => (text += part));
    request.on('end', () => {
      const body = JSON.parse(text) as { stream?: boolean };
      bodies.push(body.stream);
      response.statusCode = body.stream ? status : 200;
      response.end(
        JSON.stringify(
          body.stream
            ? { error: { message: 'unknown', type: 'invalid_request_error', ...error } }
            : { created: 1, data: [{ b64_json: 'AAAA' }] },
        ),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { image, previews } = await draw({ base: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  expect([bodies, image?.byteLength, previews]).toEqual([[true, undefined], 3, []]);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
