import { expect, test } from 'vitest';
import { transformOf } from './edited-view.ts';
import { type Turn, type TurnAction, turnedBy, turnOf } from './turn.ts';

const ACTIONS: readonly TurnAction[] = ['rotateLeft', 'rotateRight', 'flipHorizontal', 'flipVertical'];
const TURNS: readonly Turn[] = (['0', '90', '180', '270'] as const).flatMap((rotate) =>
  (['none', 'horizontal', 'vertical'] as const).map((flip) => ({ rotate, flip })),
);
const SQUARE = { width: 2, height: 2 };

/** Where the corners of a square are displayed, which tells all turns apart. */
function corners(turn: Turn): string {
  const [a, b, c, d, e, f] = transformOf({ turn }, SQUARE, SQUARE);
  return [
    [0, 0],
    [2, 0],
  ]
    .map(([x = 0, y = 0]) => `${Math.round(a * x + c * y + e)},${Math.round(b * x + d * y + f)}`)
    .join(' ');
}

/** The corners after an action on what is displayed. */
function moved(shown: string, action: TurnAction): string {
  return shown
    .split(' ')
    .map((corner) => {
      const [x = 0, y = 0] = corner.split(',').map(Number);
      const to = { rotateRight: [2 - y, x], rotateLeft: [y, 2 - x], flipHorizontal: [2 - x, y], flipVertical: [x, 2 - y] };
      return to[action].join(',');
    })
    .join(' ');
}

test.each(ACTIONS)('%s acts on the image as it is displayed, after every turn', (action) => {
  for (const turn of TURNS) expect(corners(turnedBy(turn, action))).toBe(moved(corners(turn), action));
});

test('four quarter turns and two equal flips change nothing', () => {
  for (const turn of TURNS) {
    const quarter = (from: Turn): Turn => turnedBy(from, 'rotateRight');
    expect(quarter(quarter(quarter(quarter(turn))))).toEqual(turn);
    expect(corners(turnedBy(turnedBy(turn, 'flipVertical'), 'flipVertical'))).toBe(corners(turn));
  }
});

test('unknown option values change nothing', () => {
  expect(turnOf({ rotate: '45', flip: true })).toEqual({ rotate: '0', flip: 'none' });
});
