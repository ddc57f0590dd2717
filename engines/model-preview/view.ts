import type { Bounds, Vector } from '@bakkum/model-scene/polygons';

/** Camera directions in a world with z up, as unit vectors: right, up and towards the viewer. */
export type View = { readonly right: Vector; readonly up: Vector; readonly towards: Vector };

const SIDES: Readonly<Record<string, View>> = {
  front: { right: [1, 0, 0], up: [0, 0, 1], towards: [0, -1, 0] },
  back: { right: [-1, 0, 0], up: [0, 0, 1], towards: [0, 1, 0] },
  left: { right: [0, -1, 0], up: [0, 0, 1], towards: [-1, 0, 0] },
  right: { right: [0, 1, 0], up: [0, 0, 1], towards: [1, 0, 0] },
  top: { right: [1, 0, 0], up: [0, 1, 0], towards: [0, 0, 1] },
  bottom: { right: [1, 0, 0], up: [0, -1, 0], towards: [0, 0, -1] },
};

/** Isometric view from the front right corner, with all axes foreshortened equally. */
const third = Math.sqrt(1 / 3);
const half = Math.sqrt(1 / 2);
const sixth = Math.sqrt(1 / 6);
const CORNER: View = { right: [half, half, 0], up: [-sixth, sixth, 2 * sixth], towards: [third, -third, third] };

/** @param up the up axis of the model; z if unknown, as in CAD and printing */
export function viewOf(name: string, up: 'y' | 'z' = 'z'): View {
  const view = SIDES[name] ?? CORNER;
  if (up === 'z') return view;
  const lying = ([x, y, z]: Vector): Vector => [x, z, -y];
  return { right: lying(view.right), up: lying(view.up), towards: lying(view.towards) };
}

/** Returns the eight corners of a box. */
export function cornersOf({ least, most }: Bounds): readonly Vector[] {
  return Array.from(
    { length: 8 },
    (_, at): Vector => [at & 1 ? most[0] : least[0], at & 2 ? most[1] : least[1], at & 4 ? most[2] : least[2]],
  );
}
