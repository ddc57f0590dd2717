import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { expect, it, vi } from 'vitest';
import { LayoutFrames } from './layouts-in-page.browser.ts';

vi.mock('./session.browser.ts', () => {
  throw new Error('the code did not load');
});

it('closes the channel on request even if the code that lays out did not load', async () => {
  const { port1, port2 } = new MessageChannel();
  new LayoutFrames().receive({ type: 'page-layouts', port: port2 as unknown as MessagePort });
  const answer = once(port1, 'message');
  port1.postMessage({ type: 'lay-out' });
  expect((await answer)[0]).toMatchObject({ type: 'failed', code: 'engine-unavailable' });
  const closed = once(port1, 'close');
  port1.postMessage({ type: 'close' });
  await closed;
});
