import { expect, it } from 'vitest';
import { canDraw } from './use-thumbnail.ts';

const item = (status: 'pending' | 'queued'): Parameters<typeof canDraw>[0] => ({ file: new File(['x'], 'a'), state: { status } });

it.each([
  ['by an engine while no file is converted', 'pending', 'converted', false, true],
  ['by no engine while files are converted', 'pending', 'converted', true, false],
  ['of a video while other files are converted', 'pending', 'film', true, true],
  ['of no file that is about to be converted', 'queued', 'film', true, false],
] as const)('makes a thumbnail %s', (_, status, kind, isRunning, isDrawn) => {
  expect(canDraw(item(status), kind, isRunning)).toBe(isDrawn);
});
