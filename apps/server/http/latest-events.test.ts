import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Hono } from 'hono';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLatestWriter, type SendLatest, streamLatestEvents } from './latest-events.ts';
import type { NodeEnvironment } from './requests/client-address.ts';
import { requestListener } from './requests/request-listener.ts';

const MEGABYTE = 1024 * 1024;

describe('a writer', () => {
  afterEach(() => vi.useRealTimers());

  it('has one write at a time, and keeps only the latest of each key', async () => {
    const written: string[] = [];
    const pending: (() => void)[] = [];
    const writer = createLatestWriter(1000, () => undefined);
    const send = (key: string, text: string) =>
      writer.send(key, () => {
        written.push(text);
        return new Promise<void>((resolve) => pending.push(resolve));
      });
    for (let count = 0; count < 1000; count += 1) send('a', `a${count}`);
    send('b', 'b');
    expect(written).toEqual(['a0']);
    for (const expected of [
      ['a0', 'a999'],
      ['a0', 'a999', 'b'],
    ]) {
      pending.shift()?.();
      await expect.poll(() => written).toEqual(expected);
    }
  });

  it('gives up a write that does not finish, and one that is too far behind', () => {
    vi.useFakeTimers();
    const onStalled = vi.fn();
    const writer = createLatestWriter(60_000, onStalled);
    const never = vi.fn(() => new Promise(() => undefined));
    writer.send('a', never);
    vi.advanceTimersByTime(59_999);
    expect(onStalled).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    writer.send('b', never);
    expect([onStalled.mock.calls.length, never.mock.calls.length]).toEqual([1, 1]);
    const behind = createLatestWriter(60_000, onStalled);
    for (let count = 0; count < 102; count += 1) behind.send(String(count), never);
    expect(onStalled).toHaveBeenCalledTimes(2);
  });
});

describe('a client that does not read', () => {
  const open: { server?: Server; client?: Socket } = {};
  afterEach(() => {
    open.client?.destroy();
    open.server?.close();
  });

  it('gets only the latest states, is disconnected and releases its stream', async () => {
    let send: SendLatest | undefined;
    const [stopped, released, made] = [vi.fn(), vi.fn(), vi.fn()];
    const app = new Hono<NodeEnvironment>();
    app.get('/', (context) =>
      streamLatestEvents(context, {
        follow: (given) => {
          send = given;
          return stopped;
        },
        release: released,
        stalledMs: 50,
      }),
    );
    open.server = createServer(requestListener(app.fetch)).listen(0, '127.0.0.1');
    await once(open.server, 'listening');
    open.client = connect((open.server.address() as AddressInfo).port, '127.0.0.1').pause();
    open.client.on('error', () => undefined);
    open.client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await expect.poll(() => send).toBeDefined();
    const event = () => {
      made();
      return { event: 'batch', data: 'x'.repeat(MEGABYTE) };
    };
    await expect
      .poll(() => {
        for (let count = 0; count < 1000; count += 1) send?.('batch', event);
        return released.mock.calls.length;
      })
      .toBe(1);
    expect(stopped).toHaveBeenCalledTimes(1);
    // Only what fits into the buffers of the connection was made.
    expect(made.mock.calls.length).toBeLessThan(100);
    await once(open.client.resume(), 'close');
  });
});
