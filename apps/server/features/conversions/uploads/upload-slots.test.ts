import { PassThrough } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { Overloaded } from '../../../http/requests/concurrency-limiter.ts';
import { withSilenceTimeout } from './silence-timeout.ts';
import { createUploadSlots, type Uploader, type UploadSlots } from './upload-slots.ts';

let time: number;
let slots: UploadSlots;
let accounts: number;

beforeEach(() => {
  time = 0;
  accounts = 0;
  slots = createUploadSlots({ total: 6, perSource: 3, perAddress: 4 }, () => time);
});

/** A new account at an address. */
const accountAt = (address: string): Uploader => ({ source: `person:${(accounts += 1)}`, address });

/** Starts an upload that has received this many bytes. */
async function started(uploader: Uploader, bytes = 1) {
  const body = new PassThrough();
  body.write(Buffer.alloc(bytes));
  const received = Promise.withResolvers<void>();
  const outcome = slots
    .run(uploader, async (slot) => {
      for await (const _chunk of slot.track(body, withSilenceTimeout(body))) received.resolve();
      return 'complete';
    })
    .catch((error: unknown) => error);
  await Promise.race([received.promise, outcome]);
  return { body, outcome };
}
const refused = (uploader: Uploader) => slots.run(uploader, () => Promise.resolve('received')).catch((error: unknown) => error);

describe('uploads at once', () => {
  it('are limited for each account', async () => {
    const who = accountAt('one');
    for (let count = 0; count < 3; count += 1) await started(who);
    expect(await refused(who)).toBeInstanceOf(Overloaded);
    expect(await refused(accountAt('one'))).toBe('received');
  });

  it('are limited for each address, however many accounts it has', async () => {
    for (let count = 0; count < 4; count += 1) await started(accountAt('one'));
    expect(await refused(accountAt('one'))).toBeInstanceOf(Overloaded);
    expect(await refused(accountAt('two'))).toBe('received');
  });

  it('leave a slot when they end', async () => {
    const uploads = [];
    for (let count = 0; count < 4; count += 1) uploads.push(await started(accountAt('one')));
    uploads[0]?.body.end();
    expect(await uploads[0]?.outcome).toBe('complete');
    expect(await refused(accountAt('one'))).toBe('received');
  });

  it('make room for another address by ending the slowest of the one with the most', async () => {
    const fast = await started(accountAt('one'), 5_000_000);
    const slow = await started(accountAt('one'));
    time = 50_000;
    const others = [await started(accountAt('one')), await started(accountAt('one'))];
    const two = [await started(accountAt('two')), await started(accountAt('two'))];
    time = 60_000;
    const newcomer = await started(accountAt('three'));
    expect(await slow.outcome).toMatchObject({ code: 'TOO_MANY_UPLOADS' });
    for (const { body } of [fast, ...others, ...two, newcomer]) body.end();
    expect(await Promise.all([fast, ...others, ...two, newcomer].map(({ outcome }) => outcome))).toEqual(
      Array(6).fill('complete'),
    );
  });

  it('make room by ending a stalled one where every address has few', async () => {
    const uploads = [];
    for (const address of ['one', 'two', 'three', 'four', 'five']) uploads.push(await started(accountAt(address), 40_000));
    const stalled = await started(accountAt('six'), 29_000);
    time = 29_999;
    expect(await refused(accountAt('seven'))).toBeInstanceOf(Overloaded);
    time = 30_000;
    expect(await refused(accountAt('seven'))).toBe('received');
    expect(await stalled.outcome).toMatchObject({ code: 'TOO_MANY_UPLOADS' });
    const newcomer = await started(accountAt('seven'));
    expect(await refused(accountAt('eight'))).toBeInstanceOf(Overloaded);
    for (const { body } of [...uploads, newcomer]) body.end();
    expect(await Promise.all([...uploads, newcomer].map(({ outcome }) => outcome))).toEqual(Array(6).fill('complete'));
  });

  it('are refused, not ended, if no address has more uploads than the newcomer would', async () => {
    for (let count = 0; count < 3; count += 1) for (const address of ['one', 'two']) await started(accountAt(address));
    await started(accountAt('three'));
    // The addresses have 2, 3 and 1 uploads, or the other way around.
    await started(accountAt('three'));
    expect(await refused(accountAt('three'))).toBeInstanceOf(Overloaded);
    expect(await refused(accountAt('one'))).toBeInstanceOf(Overloaded);
  });
});
