import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { paceProgress } from './paced-progress.ts';
import type { JobProgress } from './workers/worker-protocol.ts';

const at = (fraction: number, engine = 'one'): JobProgress => ({ stage: 'working', engine, fraction });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function paced() {
  const sent: JobProgress[] = [];
  return { sent, ...paceProgress((progress) => sent.push(progress)) };
}

test('reports thousands of video packets ten times a second', () => {
  const { sent, report, flush } = paced();
  for (let packet = 0; packet < 10_000; packet += 1) {
    report(at(packet / 10_000));
    if (packet % 10 === 9) vi.advanceTimersByTime(1);
  }
  flush();
  expect(sent.length).toBeLessThanOrEqual(12);
  expect(sent.at(-1)).toEqual(at(0.9999));
});

test('reports held-back progress once, when the interval has passed or the work ends', () => {
  const { sent, report, flush } = paced();
  for (const fraction of [0.1, 0.2, 0.3]) report(at(fraction));
  expect(sent).toEqual([at(0.1)]);
  vi.advanceTimersByTime(100);
  expect(sent).toEqual([at(0.1), at(0.3)]);
  report(at(0.4));
  flush();
  flush();
  vi.advanceTimersByTime(1000);
  expect(sent).toEqual([at(0.1), at(0.3), at(0.4)]);
});

test('reports a new stage or engine at once and drops older held-back progress', () => {
  const { sent, report } = paced();
  report({ stage: 'loading', engine: 'one' });
  report({ stage: 'working', engine: 'one' });
  for (const fraction of [0.1, 0.2]) report(at(fraction));
  report(at(0.5, 'two'));
  vi.advanceTimersByTime(1000);
  expect(sent.slice(2)).toEqual([at(0.1), at(0.5, 'two')]);
});

test('reports nothing after a stop', () => {
  const { sent, report, stop } = paced();
  report(at(0.1));
  report(at(0.2));
  stop();
  vi.advanceTimersByTime(1000);
  expect(sent).toEqual([at(0.1)]);
});
