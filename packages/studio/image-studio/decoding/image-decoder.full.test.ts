/** Images decoded in a separate process, which cannot harm others. */
import { drawPicture } from '@bakkum/image-provider-fake/image';
import { describe, expect, it } from 'vitest';
import { decodeImage } from './decode-image.ts';
import type { DecodingOrder } from './decoded-image.ts';
import { readAnswer } from './decoder-answer.ts';
import { createImageDecoder, type DecoderOptions } from './image-decoder.ts';
import { busyProcesses, decodingProcesses, hugeImage } from './test-decoding.ts';

const photo = drawPicture(3, { width: 320, height: 200 });
const brought = { as: 'brought' } as const;
const edges = { left: 3, right: 5, top: 0, bottom: 0 };
const orders: readonly DecodingOrder[] = [brought, { as: 'mask', place: { inner: { width: 64, height: 40 }, edges } }];

const vast = hugeImage();
const linux = process.platform === 'linux';

function decoderOf(options: Partial<DecoderOptions>) {
  const lost: string[] = [];
  return { lost, decode: createImageDecoder({ ...options, onLost: (reason) => lost.push(reason) }) };
}

describe.each(['auto', 'off'] as const)('decoding in a separate process, with SANDBOX=%s', (sandbox) => {
  const { decode, lost } = decoderOf({ sandbox });

  it.each(orders)('gives the same result as in this process: $as', async (order) => {
    expect(await decode(order, photo)).toEqual(await decodeImage(order, photo));
  });

  it('refuses the same images as decoding in this process', async () => {
    const [icon, page, nothing] = [drawPicture(1, { width: 63, height: 80 }), Buffer.from('<h1>hello</h1>'), new Uint8Array()];
    const answers = await Promise.all([icon, page, nothing].map((bytes) => decode(brought, bytes)));
    expect(answers).toMatchObject([{ fault: 'too-small' }, { fault: 'unreadable' }, { fault: 'unreadable' }]);
    expect(lost).toEqual([]);
  });
});

describe('a process', () => {
  it('is terminated after its deadline', async () => {
    const { decode, lost } = decoderOf({ deadlineMs: 1 });
    expect(await decode(brought, await vast)).toEqual({ fault: 'unreadable', detail: 'took too long' });
    expect(lost).toEqual(['took too long']);
    await expect.poll(async () => decodingProcesses((await vast).byteLength)).toEqual([]);
  });

  it.runIf(linux)('is terminated when it uses too much memory', async () => {
    const { decode, lost } = decoderOf({ memoryBytes: 400 * 1024 ** 2 });
    expect(await decode(brought, await vast)).toMatchObject({ fault: 'unreadable' });
    expect(lost).toHaveLength(1);
    expect(await decode(brought, photo)).toHaveProperty('pixels');
  });

  it.runIf(linux)('harms no other when it crashes', async () => {
    const { decode, lost } = decoderOf({ sandbox: 'off', atOnce: 1 });
    const picture = await vast;
    const [dying, next] = [decode(brought, picture), decode(brought, photo)];
    await expect.poll(() => busyProcesses(picture.byteLength), { interval: 5 }).toHaveLength(1);
    for (const pid of busyProcesses(picture.byteLength)) process.kill(pid, 'SIGSEGV');
    expect(await dying).toMatchObject({ fault: 'unreadable', detail: expect.stringContaining('SIGSEGV') });
    expect(lost).toHaveLength(1);
    expect(await next).toHaveProperty('pixels');
  });

  it.runIf(linux)('waits for another to end at the limit of processes', async () => {
    const { decode } = decoderOf({ sandbox: 'off', atOnce: 2 });
    const own = drawPicture(4, { width: 211, height: 97 });
    let most = 0;
    const look = setInterval(() => {
      most = Math.max(most, decodingProcesses(own.byteLength).length);
    }, 5);
    const all = await Promise.all(Array.from({ length: 6 }, () => decode(brought, own)));
    clearInterval(look);
    expect(all.every((one) => 'pixels' in one)).toBe(true);
    expect(most).toBe(2);
  });
});

describe('an answer', () => {
  const said = (told: unknown, bytes: number): Buffer =>
    Buffer.concat([Buffer.from(`${JSON.stringify(told)}\n`), Buffer.alloc(bytes)]);
  const square = { width: 4, height: 4, channels: 3 };
  const order: DecodingOrder = {
    as: 'mask',
    place: { inner: { width: 4, height: 4 }, edges: { left: 0, right: 0, top: 0, bottom: 0 } },
  };

  it('contains pixels of the ordered size', () => {
    expect(readAnswer(order, said({ ...square, source: 'ai' }, 48))).toMatchObject({ pixels: square, source: 'ai' });
  });

  it.each([
    ['another size', said({ ...square, width: 2, height: 8 }, 48)],
    ['fewer pixels than it says', said(square, 47)],
    ['more pixels than it says', said(square, 49)],
    ['more channels than there are', said({ ...square, channels: 5 }, 80)],
    ['a source nobody knows', said({ ...square, source: '<script>' }, 48)],
    ['words', Buffer.from('hello')],
    ['nothing', Buffer.alloc(0)],
  ])('is not %s', (_, answer) => {
    expect(readAnswer(order, answer)).toMatchObject({ fault: 'unreadable' });
  });

  it('for an imported image is at most the stored size', () => {
    expect(readAnswer(brought, said({ width: 2049, height: 1, channels: 1 }, 2049))).toMatchObject({ fault: 'unreadable' });
  });
});
