/** Arranges things that belong together. Units: a cat is 1 high. Positions are of the middle of the base; y grows downwards. */
import type { Item, Link, Relation } from '../prompt/brief.ts';
import type { Random } from '../random.ts';
import type { Icon } from '../vectors/icon.ts';
import { habitatOf, isCover, sizeOf, surfaceOf } from '../vectors/sizes-table.ts';

export type Figure = {
  readonly icon: Icon;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly mirrored: boolean;
  /** Later ones are in front. */
  readonly layer: number;
  /** Whether it stands on the ground and casts a shadow there. */
  readonly grounded: boolean;
};

export type Cluster = {
  readonly figures: readonly Figure[];
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** The item that the others are arranged around. */
  readonly root: Item;
};

type Node = {
  readonly item: Item;
  readonly icon: Icon;
  /** Of one copy. */
  width: number;
  height: number;
  x: number;
  y: number;
  layer: number;
  grounded: boolean;
};

const GAP = 0.06;

/** One cluster per unrelated thing, with the things related to it. */
export function buildClusters(
  items: readonly Item[],
  links: readonly Link[],
  icons: readonly Icon[],
  random: Random,
): readonly Cluster[] {
  const nodes = items.map((item, at): Node => {
    const icon = icons[at] ?? { box: { x: 0, y: 0, width: 1, height: 1 }, markup: '' };
    const { width, height } = icon.box;
    const size = sizeOf(item.thing.icon, item.thing.group);
    // Flat things such as cars are as wide as tall ones are high.
    const scale = size / Math.max(height, width * 0.72);
    return { item, icon, width: width * scale, height: height * scale, x: 0, y: 0, layer: 0, grounded: true };
  });
  const parents = parentsOf(items.length, links);
  const clusters: Cluster[] = [];
  nodes.forEach((root, at) => {
    if (parents.has(at)) return;
    const members = [root];
    arrange(at, nodes, parents, members, random);
    clusters.push(
      bounded(
        root.item,
        members.flatMap((node) => copies(node, random)),
      ),
    );
  });
  return clusters;
}

/** One anchor for each subject, without circles. */
function parentsOf(count: number, links: readonly Link[]): ReadonlyMap<number, Link> {
  const parents = new Map<number, Link>();
  for (const link of links) {
    let above: number | undefined = link.anchor;
    for (let step = 0; step < count && above !== undefined && above !== link.subject; step++) above = parents.get(above)?.anchor;
    if (above === undefined && !parents.has(link.subject)) parents.set(link.subject, link);
  }
  return parents;
}

function arrange(at: number, nodes: readonly Node[], parents: ReadonlyMap<number, Link>, members: Node[], random: Random): void {
  const anchor = nodes[at];
  const children = [...parents.values()].filter((link) => link.anchor === at);
  for (const relation of new Set(children.map((link) => link.relation))) {
    const group = children.filter((link) => link.relation === relation).flatMap(({ subject }) => nodes[subject] ?? []);
    if (!anchor) return;
    const wide = group.reduce((sum, node) => sum + rowWidth(node), 0) + GAP * (group.length - 1);
    adjust(anchor, group, relation, wide);
    place(anchor, group, relation, random);
    members.push(...group);
  }
  for (const { subject } of children) arrange(subject, nodes, parents, members, random);
}

const MAX_IN_ROW = 5;

/** Copies in a row; more than five stand in two rows. */
const rowsOf = (count: number): number => (count > MAX_IN_ROW ? 2 : 1);
const STEP = 1.04;
const rowWidth = ({ item: { count }, width }: Node): number => {
  const inRow = Math.ceil(count / rowsOf(count));
  return width * (1 + (inRow - 1) * STEP) + (rowsOf(count) > 1 ? width * 0.5 : 0);
};
const rowHeight = ({ item: { count }, height }: Node): number => height * (rowsOf(count) > 1 ? 1.5 : 1);

function scale(node: Node, factor: number): void {
  node.width *= factor;
  node.height *= factor;
}

/** Makes sizes fit each other: something stands on a thing that can bear it. */
function adjust(anchor: Node, group: readonly Node[], relation: Relation, wide: number): void {
  const room = rowWidth(anchor) * (relation === 'in' ? 0.72 : 0.92);
  if (relation === 'on' || relation === 'in') {
    if (wide <= room) return;
    const grow = Math.min(1.7, Math.sqrt(wide / room) * 1.1);
    scale(anchor, grow);
    const shrink = Math.min(1, (room * grow) / wide);
    for (const node of group) scale(node, Math.max(0.45, shrink));
  }
  if (relation === 'under' && habitatOf(anchor.item.thing.icon) !== 'sky') {
    if (isCover(anchor.item.thing.icon)) return scale(anchor, Math.max(1, (wide * 1.15) / rowWidth(anchor)));
    const tallest = Math.max(...group.map(({ height }) => height));
    const limit = anchor.item.thing.icon === 'own-table' ? 0.6 : 0.46;
    if (tallest > anchor.height * limit) scale(anchor, Math.min(1.9, tallest / (anchor.height * limit)));
    for (const node of group) scale(node, Math.min(1, (anchor.height * limit) / tallest));
  }
}

function place(anchor: Node, group: readonly Node[], relation: Relation, random: Random): void {
  const { icon } = anchor.item.thing;
  // On the side away from the anchor's own neighbor.
  const side = anchor.x !== 0 ? Math.sign(anchor.x) : random.chance(0.5) ? 1 : -1;
  const total = group.reduce((sum, node) => sum + rowWidth(node), 0) + GAP * (group.length - 1);
  let x = anchor.x - total / 2;
  let beside: [number, number] = [rowWidth(anchor) / 2 + GAP, rowWidth(anchor) / 2 + GAP];
  group.forEach((node, at) => {
    const wide = rowWidth(node);
    node.x = x + wide / 2;
    x += wide + GAP;
    [node.y, node.layer, node.grounded] = [anchor.y, anchor.layer + 1, anchor.grounded];
    if (relation === 'on') [node.y, node.grounded] = [anchor.y - anchor.height * surfaceOf(icon), false];
    if (relation === 'in')
      [node.y, node.layer, node.grounded] = [anchor.y - anchor.height * 0.94 + node.height * 0.45, anchor.layer - 1, false];
    if (relation === 'above') [node.y, node.grounded] = [anchor.y - rowHeight(anchor) - 0.3, false];
    if (relation === 'front') [node.y, node.x] = [anchor.y + 0.16, node.x + side * anchor.width * 0.24];
    if (relation === 'behind') {
      const shift = (anchor.width / 2 + node.width / 2) * 0.62 * (at % 2 ? -side : side);
      [node.x, node.y, node.layer] = [node.x + shift, anchor.y - 0.1, anchor.layer - 1];
    }
    if (relation === 'beside') {
      const which = (at + (side > 0 ? 0 : 1)) % 2 === 0 ? 0 : 1;
      node.x = anchor.x + (which === 0 ? 1 : -1) * (beside[which] + wide / 2);
      node.y = anchor.y + 0.05;
      beside = which === 0 ? [beside[0] + wide + GAP, beside[1]] : [beside[0], beside[1] + wide + GAP];
    }
  });
  if (relation === 'under') placeUnder(anchor, group);
}

/** Under a tree things stand before its trunk; under the moon or an umbrella it is the anchor that moves up. */
function placeUnder(anchor: Node, group: readonly Node[]): void {
  const { icon } = anchor.item.thing;
  const tallest = Math.max(...group.map(rowHeight));
  const lifts = habitatOf(icon) === 'sky' || isCover(icon);
  if (!lifts) {
    for (const node of group) node.y = anchor.y + (icon === 'own-table' ? 0.02 : 0.12);
    return;
  }
  const base = anchor.y;
  anchor.y = base - tallest * (isCover(icon) ? 0.72 : 1.25);
  anchor.grounded = false;
  for (const node of group) [node.y, node.grounded] = [base, true];
  if (isCover(icon)) anchor.layer = (group[0]?.layer ?? 1) - 1;
}

function copies({ item, icon, width, height, x, y, layer, grounded }: Node, random: Random): readonly Figure[] {
  const rows = rowsOf(item.count);
  const inRow = Math.ceil(item.count / rows);
  const mirrored = random.chance(0.5);
  const one = { icon, name: item.thing.icon, grounded };
  if (item.count === 1) return [{ ...one, x, y, width, height, layer, mirrored }];
  return Array.from({ length: item.count }, (_, at): Figure => {
    const row = Math.floor(at / inRow);
    const here = Math.min(inRow, item.count - row * inRow);
    const back = rows > 1 && row === 0;
    const size = random.between(0.9, 1.03) * (back ? 0.92 : 1);
    const column =
      (at - row * inRow - (here - 1) / 2) * width * STEP +
      (rows > 1 && here === inRow && item.count % 2 === 0 ? (back ? -1 : 1) * width * 0.25 : 0);
    return {
      ...one,
      x: x + column,
      y: y - (back ? height * 0.52 : 0) + random.between(-0.03, 0.05) * height,
      width: width * size,
      height: height * size,
      layer: layer + row * 0.01,
      mirrored: random.chance(0.25) ? !mirrored : mirrored,
    };
  });
}

function bounded(root: Item, figures: readonly Figure[]): Cluster {
  return {
    root,
    figures: figures.toSorted((one, other) => one.layer - other.layer),
    left: Math.min(...figures.map(({ x, width }) => x - width / 2)),
    right: Math.max(...figures.map(({ x, width }) => x + width / 2)),
    top: Math.min(...figures.map(({ y, height }) => y - height)),
    bottom: Math.max(...figures.map(({ y }) => y)),
  };
}
