/** Two control points and the end of a cubic curve. */
export type Curve = readonly [x1: number, y1: number, x2: number, y2: number, x: number, y: number];

type Ellipse = { readonly rx: number; readonly ry: number; readonly cos: number; readonly sin: number };

/**
 * Curves along an elliptical arc (SVG 1.1, F.6.5: the centre is computed from the end points). The numbers are those of the path
 * command `A`. `undefined` if a radius is 0, which means a straight line.
 */
export function arcCurves(fromX: number, fromY: number, numbers: readonly number[]): readonly Curve[] | undefined {
  const [rx = 0, ry = 0, turn = 0, large = 0, sweep = 0, x = 0, y = 0] = numbers;
  if (rx === 0 || ry === 0) return undefined;
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  const [halfX, halfY] = [(fromX - x) / 2, (fromY - y) / 2];
  const [px, py] = [cos * halfX + sin * halfY, -sin * halfX + cos * halfY];
  const ellipse = enlarged({ rx: Math.abs(rx), ry: Math.abs(ry), cos, sin }, px, py);
  const [cx, cy] = centreOf(ellipse, px, py, large === sweep ? -1 : 1);
  const from = Math.atan2((py - cy) / ellipse.ry, (px - cx) / ellipse.rx);
  const extent = turned(Math.atan2((-py - cy) / ellipse.ry, (-px - cx) / ellipse.rx) - from, sweep !== 0);
  const [middleX, middleY] = [cos * cx - sin * cy + (fromX + x) / 2, sin * cx + cos * cy + (fromY + y) / 2];
  return piecesOf(from, extent, (u, v) => [
    cos * ellipse.rx * u - sin * ellipse.ry * v + middleX,
    sin * ellipse.rx * u + cos * ellipse.ry * v + middleY,
  ]);
}

/** Enlarges radii that are too small to connect the end points. */
function enlarged(ellipse: Ellipse, px: number, py: number): Ellipse {
  const reach = Math.hypot(px / ellipse.rx, py / ellipse.ry);
  return reach > 1 ? { ...ellipse, rx: ellipse.rx * reach, ry: ellipse.ry * reach } : ellipse;
}

function centreOf({ rx, ry }: Ellipse, px: number, py: number, side: number): readonly [number, number] {
  const rest = (rx * ry) ** 2 / ((rx * py) ** 2 + (ry * px) ** 2) - 1;
  const factor = side * Math.sqrt(Math.max(0, Number.isFinite(rest) ? rest : 0));
  return [(factor * rx * py) / ry, (-factor * ry * px) / rx];
}

function turned(extent: number, clockwise: boolean): number {
  if (clockwise) return extent < 0 ? extent + 2 * Math.PI : extent;
  return extent > 0 ? extent - 2 * Math.PI : extent;
}

/** One curve per quarter or less. */
function piecesOf(from: number, extent: number, place: (u: number, v: number) => readonly [number, number]): readonly Curve[] {
  const count = Math.max(1, Math.ceil(Math.abs(extent) / (Math.PI / 2) - 1e-9));
  const step = extent / count;
  const handle = (4 / 3) * Math.tan(step / 4);
  return Array.from({ length: count }, (_, index): Curve => {
    const [a, b] = [from + index * step, from + (index + 1) * step];
    const first = place(Math.cos(a) - handle * Math.sin(a), Math.sin(a) + handle * Math.cos(a));
    const second = place(Math.cos(b) + handle * Math.sin(b), Math.sin(b) - handle * Math.cos(b));
    return [...first, ...second, ...place(Math.cos(b), Math.sin(b))];
  });
}
