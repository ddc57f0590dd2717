import { ReadableStream } from 'node:stream/web';
import type { Upload } from '@bakkum/conversion-jobs/uploads/uploads';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { NodeEnvironment } from '../../../http/requests/client-address.ts';
import { type FormLimits, type FormStore, readForm } from './form.ts';
import { createUploadSlots } from './upload-slots.ts';

const LIMITS: FormLimits = { bytes: 1000, files: 5 };
const part = (content: string) => `--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${content}\r\n`;

/** Reads a form that begins with these texts and then stays open. */
async function readOpenForm(texts: readonly string[], store: FormStore, limits = LIMITS): Promise<unknown> {
  const app = new Hono<NodeEnvironment>();
  let outcome: unknown;
  app.post('/', async (context) => {
    outcome = await readForm(context, limits, store).catch((error: unknown) => error);
    return context.text('');
  });
  const body = new ReadableStream({
    start: (controller) => {
      for (const content of texts) controller.enqueue(Buffer.from(content));
    },
  });
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
  // Casts between two type declarations of the same stream.
  await app.request('/', { method: 'POST', headers, body: body as BodyInit, duplex: 'half' } as RequestInit);
  return outcome;
}

it.each([
  ['between two files', '--b\r\n'],
  ['within a file', part('second').trimEnd()],
])('ends %s if a stalled upload must make room, and discards the first', async (_place, rest) => {
  let time = 0;
  const slots = createUploadSlots({ total: 1, perSource: 1, perAddress: 1 }, () => time);
  const slot = slots.enter({ source: 'one', address: 'one' });
  const discarded: string[] = [];
  const outcome = await readOpenForm([part('first'), rest], {
    store: async ({ body, form }) => {
      const id = Buffer.concat(await Array.fromAsync(slot.track(form, body))).toString();
      setImmediate(() => {
        time = 60_000;
        slots.enter({ source: 'two', address: 'two' });
      });
      return { id, size: id.length } as Upload;
    },
    discard: async (uploads) => void discarded.push(...uploads.map(({ id }) => id)),
  });
  expect(outcome).toMatchObject({ code: 'TOO_MANY_UPLOADS' });
  expect(discarded).toEqual(['first']);
});

it('ends if nothing arrives between two files, and discards the first', async () => {
  const discarded: string[] = [];
  const outcome = await readOpenForm(
    [part('first'), '--b\r\n'],
    {
      store: async ({ body }) => {
        const id = Buffer.concat(await Array.fromAsync(body)).toString();
        return { id, size: id.length } as Upload;
      },
      discard: async (uploads) => void discarded.push(...uploads.map(({ id }) => id)),
    },
    { ...LIMITS, silenceMs: 200 },
  );
  expect(outcome).toMatchObject({ code: 'INVALID_REQUEST', details: { reason: 'stalled' } });
  expect(discarded).toEqual(['first']);
});
