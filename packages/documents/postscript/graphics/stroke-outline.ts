import type { GraphicsState } from './graphics-state.ts';
import type { Matrix } from './matrix.ts';
import { flattened, type Path, PathBuilder, transformed, walk } from './path.ts';

/**
 * Converts strokes to areas for filling or clipping (`strokepath`): a rectangle for every straight piece and a disc at every
 * corner and round end. Overlapping parts have the same orientation, so that they fill as one.
 * @param back maps device space to user space
 */
export function strokeOutline(path: Path, state: GraphicsState, back: Matrix): Path {
  const outline = new PathBuilder();
  const half = Math.max(state.lineWidth / 2, 1e-3);
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const to = (nextX: number, nextY: number): void => {
    addPiece(outline, [x, y, nextX, nextY], half, state.lineCap === 2);
    if (state.lineJoin !== 2 || state.lineCap === 1) addDisc(outline, nextX, nextY, half);
    x = nextX;
    y = nextY;
  };
  walk(transformed(flattened(path), back), {
    move: (nextX, nextY) => {
      [x, y, startX, startY] = [nextX, nextY, nextX, nextY];
      if (state.lineCap === 1) addDisc(outline, x, y, half);
    },
    line: to,
    curve: (points) => to(points[4], points[5]),
    close: () => to(startX, startY),
  });
  return transformed(outline.finished(), state.ctm);
}

function addPiece(
  outline: PathBuilder,
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  half: number,
  square: boolean,
): void {
  const length = Math.hypot(x1 - x0, y1 - y0);
  if (length === 0) return;
  const [dx, dy] = [((x1 - x0) / length) * half, ((y1 - y0) / length) * half];
  const [ax, ay, bx, by] = square ? [x0 - dx, y0 - dy, x1 + dx, y1 + dy] : [x0, y0, x1, y1];
  outline.move(ax + dy, ay - dx);
  outline.line(bx + dy, by - dx);
  outline.line(bx - dy, by + dx);
  outline.line(ax - dy, ay + dx);
  outline.close();
}

const CORNERS = 12;

function addDisc(outline: PathBuilder, x: number, y: number, radius: number): void {
  for (let corner = 0; corner < CORNERS; corner += 1) {
    const angle = (corner / CORNERS) * 2 * Math.PI;
    const [px, py] = [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    if (corner === 0) outline.move(px, py);
    else outline.line(px, py);
  }
  outline.close();
}
