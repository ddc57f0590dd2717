import { describe, expect, it } from 'vitest';
import { chunksOf, collect, deflate, inflate, inflateStart } from './streams.ts';

const streamOf = (chunks: readonly Uint8Array<ArrayBuffer>[], onCancel = (): void => undefined) => {
  const left = [...chunks];
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const next = left.shift();
      if (next) controller.enqueue(next);
      else controller.close();
    },
    cancel: onCancel,
  });
};

describe('chunksOf', () => {
  it('yields all chunks in order and does not cancel a stream that ended', async () => {
    let cancelled = false;
    const seen: number[] = [];
    const stream = streamOf([Uint8Array.of(1), Uint8Array.of(2)], () => {
      cancelled = true;
    });
    for await (const chunk of chunksOf(stream)) seen.push(...chunk);
    expect([seen, cancelled]).toEqual([[1, 2], false]);
  });

  it('cancels when the loop ends early', async () => {
    let cancelled = false;
    const stream = streamOf([Uint8Array.of(1), Uint8Array.of(2)], () => {
      cancelled = true;
    });
    for await (const chunk of chunksOf(stream)) if (chunk.length > 0) break;
    expect(cancelled).toBe(true);
  });

  it('throws the error of the stream', async () => {
    const failure = new TypeError('broken');
    const stream = new ReadableStream({ pull: (controller) => controller.error(failure) });
    await expect(chunksOf(stream).next()).rejects.toBe(failure);
  });
});

it('collects a stream up to a limit', async () => {
  const stream = () => streamOf([Uint8Array.of(1, 2), Uint8Array.of(3)]);
  expect([...(await collect(stream(), 3))]).toEqual([1, 2, 3]);
  await expect(collect(stream(), 2)).rejects.toMatchObject({ code: 'too-large' });
});

describe.each(['deflate', 'deflate-raw', 'gzip'] as const)('inflate of %s', (format) => {
  const content = Uint8Array.from({ length: 200_000 }, (_, index) => index % 251);

  it('restores bytes and blobs', async () => {
    const packed = await deflate(content, format);
    expect(packed.length).toBeLessThan(content.length / 2);
    expect(await inflate(packed, format, { maxBytes: content.length })).toEqual(content);
    expect(await inflate(new Blob([packed]), format, { maxBytes: content.length })).toEqual(content);
  });

  it('refuses more bytes than allowed, and damaged data', async () => {
    const packed = await deflate(content, format);
    await expect(inflate(packed, format, { maxBytes: content.length - 1 })).rejects.toMatchObject({ code: 'too-large' });
    const cut = packed.subarray(0, packed.length - 10);
    await expect(inflate(cut, format, { maxBytes: content.length })).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('stops when the signal aborts', async () => {
    const reason = new DOMException('stopped', 'AbortError');
    const options = { maxBytes: content.length, signal: AbortSignal.abort(reason) };
    await expect(inflate(await deflate(content, format), format, options)).rejects.toBe(reason);
  });

  it('returns the start and ignores the rest', async () => {
    const packed = await deflate(content, format);
    expect(await inflateStart(packed, format, 1000)).toEqual(content.subarray(0, 1000));
    expect((await inflateStart(packed, format, content.length + 5)).length).toBe(content.length);
    const damaged = await inflateStart(packed.subarray(0, packed.length - 10), format, content.length);
    expect(damaged).toEqual(content.subarray(0, damaged.length));
  });
});
