import { expect, it } from 'vitest';
import { canDraw } from './use-thumbnail.ts';

const item = (status: 'pending' | 'queued'): Parameters<typeof canDraw>[0] => ({ file: new File(['x'], 'a'), state: { status } });

it.each([
  ['an engine', 'pending', 'converted', false, true],
  ['an engine', 'pending', 'converted', true, false],
  ['the browser', 'pending', 'film', true, true],
  ['an engine', 'queued', 'converted', true, false],
] as const)('draws by %s for a %s file (%s), with a run %s: %s', (_, status, kind, isRunning, expected) => {
  expect(canDraw(item(status), kind, isRunning)).toBe(expected);
});
