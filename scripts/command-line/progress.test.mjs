import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { durationText, progressText, startProgress, startReporting, timeLeft } from './progress.mjs';

/** A stream that records its output, as a terminal or not. */
function fakeStream(isTTY) {
  const written = [];
  return { written, isTTY, columns: 40, write: (text) => void written.push(text) };
}

describe('durationText', () => {
  test.each([
    [0, '0 s'],
    [44_900, '45 s'],
    [59_400, '59 s'],
    [59_600, '1 min 0 s'],
    [200_000, '3 min 20 s'],
    [3_599_700, '1 h 0 min'],
    [3_900_000, '1 h 5 min'],
  ])('formats %i ms as %s', (milliseconds, text) => expect(durationText(milliseconds)).toBe(text));
});

describe('timeLeft', () => {
  test('uses the rate of this run, without items of an earlier one', () => {
    expect(timeLeft({ done: 60, doneBefore: 50, total: 100, elapsedMs: 5000 })).toBe(20_000);
  });

  test('is unknown before the first item of this run', () => {
    expect(timeLeft({ done: 50, doneBefore: 50, total: 100, elapsedMs: 5000 })).toBeUndefined();
  });
});

describe('progressText', () => {
  const counts = new Map([
    ['ok', 1100],
    ['refused', 100],
  ]);
  test('shows the completed and total number, results and time left', () => {
    expect(progressText({ label: 'matrix', done: 1200, total: 2400, counts, elapsedMs: 60_000 })).toBe(
      'matrix: 1,200/2,400 (50%), 1,100 ok, 100 refused, 1 min 0 s left',
    );
  });

  test('shows no time left at the end and at the start', () => {
    expect(progressText({ label: 'm', done: 2, total: 2, counts: new Map(), elapsedMs: 1 })).toBe('m: 2/2 (100%)');
    expect(progressText({ label: 'm', done: 0, total: 2, counts: new Map(), elapsedMs: 1 })).toBe('m: 0/2 (0%)');
    expect(progressText({ label: 'm', done: 0, total: 0, counts: new Map(), elapsedMs: 1 })).toBe('m: 0/0 (100%)');
  });
});

describe('reporting', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test('writes a line to a log every ten seconds', () => {
    const stream = fakeStream(false);
    const progress = startProgress({ label: 'files', total: 4, stream });
    progress.add('ok');
    vi.advanceTimersByTime(10_000);
    progress.add('failed');
    vi.advanceTimersByTime(10_000);
    progress.end();
    vi.advanceTimersByTime(60_000);
    expect(stream.written).toEqual(['files: 1/4 (25%), 1 ok, 30 s left\n', 'files: 2/4 (50%), 1 ok, 1 failed, 20 s left\n']);
  });

  test('shows nothing on a terminal within the first second', () => {
    const stream = fakeStream(true);
    const reporter = startReporting({ textOf: () => 'working', stream });
    vi.advanceTimersByTime(900);
    reporter.update();
    reporter.end();
    expect(stream.written).toEqual([]);
  });

  test('redraws one line within the width of the terminal, and clears it at the end', () => {
    const stream = fakeStream(true);
    const reporter = startReporting({ textOf: (elapsedMs) => `${elapsedMs} `.padEnd(80, '.'), stream });
    vi.advanceTimersByTime(1050);
    reporter.update();
    vi.advanceTimersByTime(100);
    reporter.update();
    reporter.print('a line that stays');
    reporter.end();
    expect(stream.written.map((text) => text.replace('\r\u001b[K', '<clear>'))).toEqual([
      `<clear>${'1000 '.padEnd(39, '.')}`,
      `<clear>${'1150 '.padEnd(39, '.')}`,
      '<clear>',
      'a line that stays\n',
      `<clear>${'1150 '.padEnd(39, '.')}`,
      '<clear>',
    ]);
  });
});
