import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { ImageClient, PictureOrder } from '@bakkum/image-provider/provider';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from './client.ts';
import { manifest } from './manifest.ts';

const order: PictureOrder = {
  prompt: 'a red fox',
  rawPrompt: 'a red fox',
  style: '',
  width: 1312,
  height: 736,
  seed: 4_294_967_294,
  personHash: 'hash',
};

let reply: unknown;
let asked: unknown;
let server: Server;
let client: ImageClient;
beforeAll(async () => {
  server = createServer((request, response) => {
    void buffer(request).then((body) => {
      asked = JSON.parse(body.toString());
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(reply));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  client = createClient({ key: 'key', base }, manifest.models[0]);
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

function submit(answer: unknown) {
  reply = answer;
  return client.submit(order, { signal: AbortSignal.timeout(60_000) });
}

it('asks for the size and speed of the model, with a seed in the range of the service', async () => {
  const image = { url: 'https://ideogram.ai/x.png', is_image_safe: true, seed: 2_147_483_646 };
  const drawn = { content: { address: image.url }, seed: image.seed };
  expect(await submit({ data: [image] })).toEqual({ state: 'done', drawn });
  expect(asked).toEqual({
    prompt: order.prompt,
    seed: 2_147_483_646,
    resolution: '1312x736',
    rendering_speed: 'TURBO',
    magic_prompt: 'OFF',
    num_images: 1,
  });
});

it('takes a withheld image as a refusal', async () => {
  const withheld = { url: null, is_image_safe: false, seed: 1 };
  await expect(submit({ data: [withheld] })).rejects.toMatchObject({ code: 'refused' });
});
