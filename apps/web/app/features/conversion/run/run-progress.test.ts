import { expect, test } from 'vitest';
import { type FileItem, type FileState, lookAt } from '../list/conversion-state.ts';
import { createRun, NO_RUN } from './run-progress.ts';

const file = (id: number, state: FileState, size = 10): FileItem => ({
  ...lookAt(new File([new Uint8Array(size)], `${id}.png`)),
  id,
  state,
  options: {},
});
const queued: FileState = { status: 'queued' };
const completed: FileState = {
  status: 'completed',
  files: [{ name: 'a', blob: new Blob([]) }],
  warnings: [],
  elapsedMs: 1,
  size: 1,
};
const failed: FileState = { status: 'error', code: 'corrupt' };
const converting = (fraction: number): FileState => ({ status: 'converting', startedAt: 0, fraction });

test('counts the files of a run, and leaves out files converted before', () => {
  const next = createRun(() => 0);
  const old = file(1, completed);
  expect(next([old])).toEqual(NO_RUN);
  expect(next([old, file(2, queued), file(3, queued)])).toMatchObject({ status: 'running', done: 0, all: 2 });
  expect(next([old, file(2, completed), file(3, converting(0.5))])).toMatchObject({ done: 1, all: 2, fraction: 0.75 });
  expect(next([old, file(2, completed), file(3, failed)])).toMatchObject({ status: 'finished', done: 1, failed: 1, all: 2 });
});

test('weighs large files more', () => {
  const next = createRun(() => 0);
  next([file(1, queued, 10), file(2, queued, 90)]);
  expect(next([file(1, completed, 10), file(2, queued, 90)]).fraction).toBeCloseTo(0.3);
});

test('estimates the end from the pace', () => {
  let now = 0;
  const next = createRun(() => now);
  next([file(1, converting(0))]);
  now = 4000;
  expect(next([file(1, converting(0.4))]).endsAt).toBeCloseTo(10_000);
});

test('ends without a result when everything is cancelled', () => {
  const next = createRun(() => 0);
  next([file(1, queued)]);
  expect(next([file(1, { status: 'pending' })])).toEqual(NO_RUN);
  next([file(1, queued)]);
  expect(next([])).toEqual(NO_RUN);
});
