/** Patterns that repeat without a seam: each edge continues at the opposite one. */
import { mix } from '../colour.ts';
import type { Palette } from '../palettes.ts';
import { addGround, polygon, short, tag } from '../svg.ts';
import { iconOf, placed } from '../vectors/icon.ts';
import type { Job, Shown } from './studio.ts';

export function drawPattern(job: Job): Shown {
  const { canvas, brief, palette } = job;
  addGround(canvas, canvas.random.chance(0.3) && brief.moods.length === 0 ? palette.field : palette.ground);
  if (brief.items.length > 0) {
    const quiet = brief.motifs[0]?.name;
    if (quiet) motif(job, quiet, true);
    icons(job);
    return { items: true, motifs: quiet !== undefined };
  }
  motif(
    job,
    brief.motifs[0]?.name ?? canvas.random.pick(['triangles', 'waves', 'dots', 'terrazzo', 'zigzag', 'checks', 'stripes']),
    false,
  );
  return { motifs: true };
}

/** The things in a half-drop repeat, turned a little, with small shapes between them. */
function icons({ canvas, brief, palette, emoji }: Job): void {
  const { random, width, height } = canvas;
  const kinds = brief.items.map(({ thing, colour }) => iconOf(emoji, thing.icon, colour?.name));
  const columns = 2 * Math.max(2, Math.round(width / (kinds.length > 3 ? 420 : 500)));
  const rows = Math.max(2, Math.round(height / ((width / columns) * 1.1)));
  const [stepX, stepY] = [width / columns, height / rows];
  const size = Math.min(stepX, stepY) * 0.62;
  const marks = random.below(3);
  for (let column = 0; column < columns; column++)
    for (let row = 0; row < rows; row++) {
      const icon = kinds[(column + row * (kinds.length > 2 ? 2 : 1)) % kinds.length];
      if (!icon) continue;
      const scale = size / Math.max(icon.box.width, icon.box.height);
      const [x, y] = [column * stepX, (row + (column % 2) / 2) * stepY];
      const [turned, mirrored] = [random.between(-24, 24), random.chance(0.4)];
      const colour = random.pick(palette.accents);
      for (const [wx, wy] of wrapped(x, y, size, width, height)) {
        canvas.add(placed(icon, { x: wx, y: wy + (icon.box.height * scale) / 2, scale, turned, mirrored }, canvas.nextId()));
      }
      for (const [wx, wy] of wrapped(x, (y + stepY / 2) % height, 24, width, height)) canvas.add(mark(marks, wx, wy, colour));
    }
}

function mark(form: number, x: number, y: number, fill: string): string {
  if (form === 0) return tag('circle', { cx: x, cy: y, r: 11, fill });
  if (form === 1)
    return polygon(
      [
        [x, y - 15],
        [x + 15, y],
        [x, y + 15],
        [x - 15, y],
      ],
      { fill },
    );
  return tag('path', { d: `M${x - 14} ${y}h28M${x} ${y - 14}v28`, stroke: fill, 'stroke-width': 8, 'stroke-linecap': 'round' });
}

/** A place, and its copies where it crosses an edge. */
function wrapped(x: number, y: number, reach: number, width: number, height: number): readonly (readonly [number, number])[] {
  const along = (at: number, length: number): readonly number[] => [
    at,
    ...(at < reach ? [at + length] : []),
    ...(at > length - reach ? [at - length] : []),
  ];
  return along(x, width).flatMap((wx) => along(y, height).map((wy) => [wx, wy] as const));
}

function motif(job: Job, name: string, quiet: boolean): void {
  const { canvas, palette } = job;
  const colours = quiet ? [palette.field, mix(palette.field, palette.accents[0], 0.12)] : canvas.random.shuffled(palette.accents);
  const [a = palette.field, b = palette.field] = colours;
  if (name === 'stripes') return stripes(job, [a, palette.field, b]);
  if (name === 'terrazzo') return terrazzo(job, colours);
  if (name === 'checks') return checks(job, a);
  return cells(job, CELLS[name] ?? triangles, colours);
}

type Cell = {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  /** Whether column and row are even. */
  readonly evenColumn: boolean;
  readonly evenRow: boolean;
  /** 0 to 3. */
  readonly chance: number;
};
type DrawCell = (cell: Cell, colours: readonly [string, string, string], palette: Palette) => string;

/** An even number of cells in both directions, so that rows can be staggered without a seam. */
function cells({ canvas, palette }: Job, draw: DrawCell, [a = palette.field, b = a, c = b]: readonly string[]): void {
  const { random, width, height } = canvas;
  const across = 2 * Math.max(3, Math.round(width / random.between(130, 210)));
  const down = 2 * Math.max(3, Math.round((height * across) / width / 2));
  const [w, h] = [width / across, height / down];
  const chances = Array.from({ length: across * down }, () => random.below(4));
  for (let row = -1; row <= down; row++)
    for (let column = -1; column <= across; column++) {
      // Cells beyond an edge repeat those of the opposite one.
      const chance = chances[((column + across) % across) + ((row + down) % down) * across] ?? 0;
      const cell = { x: column * w, y: row * h, w, h, evenColumn: column % 2 === 0, evenRow: row % 2 === 0, chance };
      canvas.add(draw(cell, [a, b, c], palette));
    }
}

const CELLS: Readonly<Record<string, DrawCell>> = {
  dots: ({ x, y, w, evenRow, evenColumn }, [a, b]) =>
    tag('circle', { cx: x + (evenRow ? 0 : w / 2), cy: y, r: w * 0.26, fill: evenColumn ? a : b }),
  waves: ({ x, y, w, h, evenRow }, [a, b, c], { ground }) =>
    scale(x + (evenRow ? 0 : w / 2), y + h, w, [a, ground, b, ground, c]),
  zigzag: ({ x, y, w, h, evenRow }, [a, b]) =>
    tag('path', {
      d: `M${short(x)} ${short(y + h / 2)}l${short(w / 2)} ${short(-h / 2)}l${short(w / 2)} ${short(h / 2)}`,
      fill: 'none',
      stroke: evenRow ? a : b,
      'stroke-width': h * 0.34,
      'stroke-linejoin': 'round',
      'stroke-linecap': 'round',
    }),
};

/** Squares of two triangles, turned either way. */
function triangles(
  { x, y, w, h, chance, evenRow, evenColumn }: Cell,
  [a, b, c]: readonly [string, string, string],
  palette: Palette,
): string {
  const base = [palette.field, palette.ground, mix(c, palette.ground, 0.6), palette.field][chance];
  const corner: readonly [number, number] = evenRow === evenColumn ? [x, y] : [x + w, y + h];
  const points = [corner, [x + w, y], [x, y + h]] as const;
  const front = [a, b, c, mix(a, palette.ground, 0.5)][chance];
  return tag('rect', { x, y, width: w + 0.5, height: h + 0.5, fill: base }) + polygon(points, { fill: front });
}

function scale(cx: number, cy: number, w: number, colours: readonly string[]): string {
  return colours.map((fill, at) => tag('circle', { cx, cy, r: w * 0.52 * (1 - at * 0.19), fill })).join('');
}

function stripes({ canvas }: Job, colours: readonly string[]): void {
  const { width, height, random } = canvas;
  const count = 3 * Math.round(width / random.between(150, 260));
  const upright = random.chance(0.5);
  const step = (upright ? width : height) / count;
  for (let at = 0; at < count; at++) {
    const fill = colours[at % colours.length];
    const thick = step * (at % 3 === 0 ? 1 : at % 3 === 1 ? 0.72 : 0.34);
    canvas.add(
      upright
        ? tag('rect', { x: at * step, width: thick, height, fill })
        : tag('rect', { y: at * step, height: thick, width, fill }),
    );
  }
}

function checks({ canvas }: Job, fill: string): void {
  const { width, height } = canvas;
  const columns = 2 * Math.max(3, Math.round(width / 180));
  const rows = 2 * Math.max(3, Math.round(height / (width / columns) / 2));
  const [w, h] = [width / columns, height / rows];
  for (let column = 0; column < columns; column += 2)
    canvas.add(tag('rect', { x: column * w, width: w, height, fill, opacity: 0.5 }));
  for (let row = 0; row < rows; row += 2) canvas.add(tag('rect', { y: row * h, height: h, width, fill, opacity: 0.5 }));
}

function terrazzo({ canvas }: Job, colours: readonly string[]): void {
  const { width, height, random } = canvas;
  const columns = Math.round(width / 110);
  const rows = Math.round(height / 110);
  for (let at = 0; at < columns * rows; at++) {
    const x = ((at % columns) + random.between(0.2, 0.8)) * (width / columns);
    const y = (Math.floor(at / columns) + random.between(0.2, 0.8)) * (height / rows);
    const size = random.between(16, 46);
    const corners = 4 + random.below(3);
    const turn = random.between(0, 6);
    const shape = Array.from({ length: corners }, (_, corner) => {
      const angle = turn + (corner / corners) * Math.PI * 2;
      const far = size * random.between(0.65, 1);
      return [Math.cos(angle) * far, Math.sin(angle) * far * 0.8] as const;
    });
    const paint = colours[random.below(colours.length)];
    for (const [wx, wy] of wrapped(x, y, 50, width, height))
      canvas.add(
        polygon(
          shape.map(([dx, dy]) => [wx + dx, wy + dy] as const),
          { fill: paint, stroke: paint, 'stroke-width': 6, 'stroke-linejoin': 'round' },
        ),
      );
  }
}
