import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { progressLine, showProgress } from './progress.ts';

describe('progressLine', () => {
  test.each([
    [undefined, 'Converting a.docx… 2 s'],
    [{ stage: 'loading', engine: 'office' }, 'Loading the office engine… 2 s'],
    [{ stage: 'loading', engine: 'office', loadedBytes: 3, totalBytes: 4 }, 'Loading the office engine… 75%'],
    [{ stage: 'starting', engine: 'office' }, 'Starting the office engine… 2 s'],
    [{ stage: 'working', engine: 'office' }, 'Converting a.docx… 2 s'],
    [{ stage: 'working', engine: 'office', fraction: 0.456 }, 'Converting a.docx… 45%, 2 s'],
  ] as const)('of %j', (progress, line) => {
    expect(progressLine('a.docx', progress, 2000)).toBe(line);
  });
});

describe('showProgress', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const shown = (isTTY: boolean): readonly string[] => {
    const written: string[] = [];
    const progress = showProgress('a.mp4', { isTTY, columns: 80, write: (text) => written.push(text) });
    vi.advanceTimersByTime(500);
    progress.report({ stage: 'working', engine: 'e', fraction: 0.1 });
    vi.advanceTimersByTime(600);
    progress.report({ stage: 'working', engine: 'e', fraction: 0.2 });
    progress.end();
    return written.map((text) => text.replace('\r\u001b[K', '<clear>'));
  };

  test('starts after a second on a terminal, and leaves nothing behind', () => {
    expect(shown(true)).toEqual(['<clear>Converting a.mp4… 10%, 1 s', '<clear>Converting a.mp4… 20%, 1 s', '<clear>']);
  });

  test('writes nothing into a log', () => {
    expect(shown(false)).toEqual([]);
  });
});
