import type { PixelBox } from './grey-image.ts';

/** Connected ink with its bounding box and its number of pixels. */
export type Component = PixelBox & { readonly area: number };

type Growing = { left: number; top: number; right: number; bottom: number; area: number };

/**
 * Finds connected ink, also diagonally. Runs of a row that are at most `bridge` pixels apart count as one, which joins the letters
 * of a line.
 */
export function componentsOf(ink: Uint8Array, width: number, height: number, bridge = 0): readonly Component[] {
  const parents: number[] = [];
  const boxes: Growing[] = [];
  const rootOf = (label: number): number => {
    let root = label;
    while (parents[root] !== root) root = parents[root] ?? root;
    parents[label] = root;
    return root;
  };
  let above: Run[] = [];
  for (let y = 0; y < height; y++) {
    const runs = runsOf(ink, y * width, width, bridge);
    let first = 0;
    for (const run of runs) {
      while (first < above.length && (above[first]?.end ?? 0) < run.start) first += 1;
      run.label = join(run, y, above, first, { parents, boxes, rootOf });
    }
    above = runs;
  }
  return merged(parents, boxes, rootOf);
}

type Run = { readonly start: number; end: number; area: number; label: number };
type Forest = { readonly parents: number[]; readonly boxes: Growing[]; rootOf(label: number): number };

function runsOf(ink: Uint8Array, from: number, width: number, bridge: number): Run[] {
  const runs: Run[] = [];
  let last: Run | undefined;
  for (let x = 0; x < width; x++) {
    if (ink[from + x] !== 1) continue;
    if (last && x - last.end <= bridge) {
      last.end = x + 1;
      last.area += 1;
    } else {
      last = { start: x, end: x + 1, area: 1, label: -1 };
      runs.push(last);
    }
  }
  return runs;
}

function join(run: Run, y: number, above: readonly Run[], first: number, { parents, boxes, rootOf }: Forest): number {
  let label = -1;
  for (let index = first; index < above.length; index++) {
    const other = above[index];
    if (!other || other.start > run.end) break;
    const root = rootOf(other.label);
    if (label < 0) label = root;
    else if (root !== label) parents[root] = label;
  }
  if (label < 0) {
    label = parents.length;
    parents.push(label);
    boxes.push({ left: run.start, top: y, right: run.end, bottom: y + 1, area: 0 });
  }
  const box = boxes[label];
  if (box) grow(box, { left: run.start, top: y, right: run.end, bottom: y + 1, area: run.area });
  return label;
}

function grow(box: Growing, more: Component): void {
  box.left = Math.min(box.left, more.left);
  box.top = Math.min(box.top, more.top);
  box.right = Math.max(box.right, more.right);
  box.bottom = Math.max(box.bottom, more.bottom);
  box.area += more.area;
}

function merged(parents: readonly number[], boxes: readonly Growing[], rootOf: (label: number) => number): readonly Component[] {
  for (const [label, box] of boxes.entries()) {
    const root = rootOf(label);
    const home = boxes[root];
    if (root !== label && home) grow(home, box);
  }
  return boxes.filter((_, label) => parents[label] === label);
}
