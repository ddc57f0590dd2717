/** Places groups of things on a backdrop, large and without overlaps. */
import type { Box, Canvas } from '../svg.ts';
import { tag } from '../svg.ts';
import { placed } from '../vectors/icon.ts';
import { habitatOf } from '../vectors/sizes-table.ts';
import type { Cluster, Figure } from './cluster.ts';
import type { Backdrop } from './setting.ts';

/** A cluster with its place on the canvas. */
type Placed = { readonly cluster: Cluster; readonly x: number; readonly y: number; readonly scale: number };

const GAP = 0.3;
const width = ({ left, right }: Cluster): number => right - left;
const height = ({ top, bottom }: Cluster): number => bottom - top;

/** @param area where things may be; everything above it is left for text */
export function stageClusters(canvas: Canvas, clusters: readonly Cluster[], backdrop: Backdrop, area: Box): void {
  const habitat = ({ root, figures }: Cluster): string => (figures.length > root.count ? 'land' : habitatOf(root.thing.icon));
  const aloft = backdrop.floating ? [] : clusters.filter((cluster) => habitat(cluster) === 'sky');
  const afloat = clusters.filter(
    (cluster) =>
      !aloft.includes(cluster) &&
      backdrop.water !== undefined &&
      (habitat(cluster) === 'water' || habitatOf(cluster.root.thing.icon) === 'water'),
  );
  const standing = clusters.filter((cluster) => !aloft.includes(cluster) && !afloat.includes(cluster));
  const [shore, open] = afloat.length > 0 && standing.length > 0 ? beside(canvas, area) : [area, area];
  const onWater = backdrop.water === undefined ? [] : inRows(canvas, afloat, open, backdrop.water, 0.74);
  const onGround = backdrop.floating ? drifting(canvas, standing, area) : inRows(canvas, standing, shore, backdrop.floor);
  const taken = [...onWater, ...onGround].map(boxOf);
  const inSky = inTheSky(canvas, aloft, area, backdrop, taken);
  const all = [...inSky, ...onWater, ...onGround.toSorted((one, other) => one.y - other.y)];
  for (const one of all) draw(canvas, one, backdrop, onGround.includes(one), onWater.includes(one));
}

/** Things on the shore and things on the water do not hide each other. */
function beside({ random }: Canvas, { x, y, width: wide, height: high }: Box): readonly [Box, Box] {
  const left = { x: x + wide * 0.02, y, width: wide * 0.46, height: high };
  const right = { ...left, x: x + wide * 0.52 };
  return random.chance(0.5) ? [left, right] : [right, left];
}

function boxOf({ cluster, x, y, scale }: Placed): Box {
  return {
    x: x + cluster.left * scale,
    y: y + cluster.top * scale,
    width: width(cluster) * scale,
    height: height(cluster) * scale,
  };
}

/** In one row, or in two if many become larger that way. */
function inRows(canvas: Canvas, clusters: readonly Cluster[], area: Box, floor: number, share = 0.88): readonly Placed[] {
  if (clusters.length === 0) return [];
  const scaleOf = (group: readonly Cluster[], y: number): number => {
    const wide = group.reduce((sum, cluster) => sum + width(cluster), 0) + GAP * (group.length - 1);
    return Math.min((area.width * share) / wide, ((y - area.y) * 0.92) / Math.max(...group.map(height)), canvas.height * 0.36);
  };
  const single = scaleOf(clusters, floor);
  const sorted = clusters.toSorted((one, other) => height(other) - height(one));
  const [back, front] = [sorted.slice(0, Math.ceil(clusters.length / 2)), sorted.slice(Math.ceil(clusters.length / 2))];
  if (clusters.length > 2) {
    const lower = Math.min(canvas.height * 0.95, floor + (canvas.height - floor) * 0.6);
    const double = scaleOf(front, lower);
    const upper = lower - Math.max(...front.map(height)) * double * 0.72;
    const behind = Math.min(double, scaleOf(back, upper));
    if (behind > single * 1.3)
      return [
        ...row(canvas, arranged(back), area, { y: upper, scale: behind }),
        ...row(canvas, front, area, { y: lower, scale: double }),
      ];
  }
  return row(canvas, arranged(clusters), area, { y: floor, scale: single });
}

/** The tallest in the middle, so that the outline is a hill. */
function arranged(clusters: readonly Cluster[]): readonly Cluster[] {
  return clusters
    .toSorted((one, other) => height(other) - height(one))
    .reduce<readonly Cluster[]>((row, cluster, at) => (at % 2 ? [...row, cluster] : [cluster, ...row]), []);
}

function row(
  { random }: Canvas,
  clusters: readonly Cluster[],
  area: Box,
  { y, scale }: { y: number; scale: number },
): readonly Placed[] {
  const wide = clusters.reduce((sum, cluster) => sum + width(cluster) * scale, 0);
  const free = area.width * 0.94 - wide;
  const gap = clusters.length > 1 ? Math.min(free / (clusters.length - 1), GAP * scale * 1.6) : 0;
  const used = wide + gap * (clusters.length - 1);
  let x = area.x + (area.width - used) / 2;
  if (clusters.length === 1) x += random.between(-0.3, 0.3) * Math.max(0, area.width * 0.86 - used);
  return clusters.map((cluster) => {
    const place = { cluster, x: x - cluster.left * scale, y: y + random.between(-6, 10), scale };
    x += width(cluster) * scale + gap;
    return place;
  });
}

/** In space and under water: in bands, at different heights. */
function drifting(canvas: Canvas, clusters: readonly Cluster[], area: Box): readonly Placed[] {
  const { random } = canvas;
  const singles = clusters.flatMap((cluster) => (cluster.figures.length === cluster.root.count ? apart(cluster) : [cluster]));
  const shape = area.width / area.height;
  const bands = Math.max(1, Math.round(Math.sqrt(singles.length / shape)));
  const each = Math.ceil(singles.length / bands);
  const tall = (area.height * 0.9) / bands;
  const order = random.shuffled(singles);
  return Array.from({ length: bands }, (_, at) => order.slice(at * each, (at + 1) * each)).flatMap((group, at) => {
    const wide = group.reduce((sum, cluster) => sum + width(cluster), 0) + GAP * (group.length - 1);
    const high = Math.max(...group.map(height));
    const scale = Math.min((area.width * 0.86) / wide, (tall * 0.72) / high, canvas.height * 0.3);
    return row(canvas, group, area, { y: 0, scale }).map((place) => {
      const free = tall - height(place.cluster) * scale;
      return {
        ...place,
        y: area.y + tall * at + area.height * 0.04 + free * random.between(0.1, 0.9) - place.cluster.top * scale,
      };
    });
  });
}

const TRIES = 160;
const SKY_UNIT = 0.15;

/** Where nothing else is, as large as there is room. */
function inTheSky(
  canvas: Canvas,
  clusters: readonly Cluster[],
  area: Box,
  { horizon }: Backdrop,
  taken: readonly Box[],
): readonly Placed[] {
  const { random } = canvas;
  const boxes = [...taken];
  const singles = clusters.flatMap(apart);
  const unit =
    Math.min(area.width, area.height) * (singles.length > 6 ? SKY_UNIT * 0.7 : singles.length > 1 ? SKY_UNIT : SKY_UNIT * 1.35);
  return singles.flatMap((cluster) => {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const scale = unit * (1 - (attempt / TRIES) * 0.6);
      const [wide, high] = [width(cluster) * scale, height(cluster) * scale];
      const x = area.x + random.between(0.05, 0.95) * Math.max(0, area.width - wide);
      const y = area.y + random.between(0.04, 1) * Math.max(0, Math.min(horizon * 0.96, area.y + area.height) - high - area.y);
      const box = { x, y, width: wide, height: high };
      if (boxes.some((other) => overlaps(box, other, 14))) continue;
      boxes.push(box);
      return [{ cluster, x: x - cluster.left * scale, y: y - cluster.top * scale, scale }];
    }
    return [{ cluster, x: area.x + area.width / 2, y: area.y + height(cluster) * unit * 0.5, scale: unit * 0.45 }];
  });
}

/** Balloons and stars spread over the sky one by one. */
function apart({ root, figures }: Cluster): readonly Cluster[] {
  return figures.map((figure) => {
    const alone = { ...figure, x: 0, y: 0 };
    return { root, figures: [alone], left: -figure.width / 2, right: figure.width / 2, top: -figure.height, bottom: 0 };
  });
}

function overlaps(one: Box, other: Box, margin: number): boolean {
  return (
    one.x < other.x + other.width + margin &&
    other.x < one.x + one.width + margin &&
    one.y < other.y + other.height + margin &&
    other.y < one.y + one.height + margin
  );
}

/** The water in front of something that floats. */
function waterline(cx: number, cy: number, wide: number): readonly string[] {
  const foam = { cx, cy, rx: wide * 0.56, ry: Math.max(7, wide * 0.05), fill: '#ffffff', opacity: 0.55 };
  const water = { cx, cy: cy + wide * 0.05, rx: wide * 0.5, ry: Math.max(6, wide * 0.045), fill: '#2f8fc4', opacity: 0.85 };
  return [tag('ellipse', foam), tag('ellipse', water)];
}

function draw(canvas: Canvas, { cluster, x, y, scale }: Placed, backdrop: Backdrop, grounded: boolean, wet: boolean): void {
  const at = (figure: Figure): { x: number; y: number; wide: number; high: number } => ({
    x: x + figure.x * scale,
    y: y + figure.y * scale,
    wide: figure.width * scale,
    high: figure.height * scale,
  });
  if (grounded && !backdrop.floating)
    for (const figure of cluster.figures.filter((one) => one.grounded)) {
      const { x: cx, y: cy, wide } = at(figure);
      const shadow = { cx, cy: cy - 2, rx: wide * 0.46, ry: Math.max(6, wide * 0.06), fill: backdrop.shadow, opacity: 0.22 };
      canvas.behind(() => canvas.add(tag('ellipse', shadow)));
    }
  for (const figure of cluster.figures) {
    const { x: px, y: py, wide } = at(figure);
    canvas.add(
      placed(figure.icon, { x: px, y: py, scale: wide / figure.icon.box.width, mirrored: figure.mirrored }, canvas.nextId()),
    );
    if (wet && figure.grounded) canvas.behind(() => canvas.add(...waterline(px, py, wide)));
  }
}
