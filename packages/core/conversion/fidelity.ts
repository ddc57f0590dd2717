/** Levels of what a conversion preserves, best first; the short form of a loss on each axis. */
export const FIDELITIES = ['lossless', 'lossy', 'layout-lost', 'text-only', 'picture'] as const;

export type Fidelity = (typeof FIDELITIES)[number];

export function fidelityRank(fidelity: Fidelity): number {
  return FIDELITIES.indexOf(fidelity);
}

/**
 * What a file consists of. `layout`: pages and positions; `style`: fonts, colours, borders; `text`: characters that can be selected;
 * `structure`: headings, lists, tables, rows; `images`: pixels and their quality.
 */
export const AXES = ['layout', 'style', 'text', 'structure', 'images', 'motion', 'links'] as const;
export type Axis = (typeof AXES)[number];

export type Degree = 'changed' | 'lost';
/** What a conversion changes or loses. An axis that is not named survives. */
export type Losses = Readonly<Partial<Record<Axis, Degree>>>;

/** The loss of a level, for conversions that say nothing more exact. */
const LOSSES: Readonly<Record<Fidelity, Losses>> = {
  lossless: {},
  lossy: { layout: 'changed', style: 'changed', images: 'changed' },
  'layout-lost': { layout: 'lost', style: 'lost', images: 'changed' },
  'text-only': { layout: 'lost', style: 'lost', structure: 'lost', images: 'lost', links: 'lost' },
  picture: { layout: 'changed', style: 'changed', text: 'lost', structure: 'lost', images: 'changed', links: 'lost' },
};

/**
 * Losses as two bits per axis: the first for a change, both for a loss. The losses of several steps are joined by a bitwise or,
 * and what does not concern a target is removed by a bitwise and.
 */
export type LossBits = number;

const bitsOf = (axis: Axis, degree: Degree): LossBits => (degree === 'lost' ? 3 : 1) << (2 * AXES.indexOf(axis));

export function lossBits(fidelity: Fidelity, exact: Losses = {}): LossBits {
  const losses = { ...LOSSES[fidelity], ...exact };
  return AXES.reduce((bits, axis) => (losses[axis] ? bits | bitsOf(axis, losses[axis]) : bits), 0);
}

/** The bits of the axes that a target can hold. */
export function maskOf(axes: readonly Axis[]): LossBits {
  return axes.reduce((mask, axis) => mask | bitsOf(axis, 'lost'), 0);
}

export const EVERYTHING: LossBits = maskOf(AXES);

const isLost = (bits: LossBits, axis: Axis): boolean => (bits & bitsOf(axis, 'lost')) === bitsOf(axis, 'lost');

/** The level that describes a loss best. */
export function levelOf(bits: LossBits): Fidelity {
  if (isLost(bits, 'text')) return 'picture';
  if (isLost(bits, 'structure')) return 'text-only';
  if (isLost(bits, 'layout')) return 'layout-lost';
  return bits === 0 ? 'lossless' : 'lossy';
}

/** Weights of a loss; a change counts an eighth. What is written matters most, then its order, then its look. */
const WEIGHTS: Readonly<Record<Axis, number>> = {
  text: 512,
  structure: 256,
  layout: 128,
  style: 64,
  images: 32,
  motion: 32,
  links: 16,
};

/**
 * Order of losses for a target, 0 for none. It never decreases when a loss is added. Of two losses that are equal for the target,
 * the one of the better level comes first.
 */
export function lossRank(bits: LossBits, mask: LossBits): number {
  const known = ranks.get(bits * (EVERYTHING + 1) + mask);
  if (known !== undefined) return known;
  const rank = AXES.reduce((sum, axis) => sum + weightOf(bits & mask, axis), 0) * FIDELITIES.length + fidelityRank(levelOf(bits));
  ranks.set(bits * (EVERYTHING + 1) + mask, rank);
  return rank;
}

/** Ranks by loss and mask: a search asks thousands of times for a few dozen combinations. */
const ranks = new Map<number, number>();

function weightOf(bits: LossBits, axis: Axis): number {
  if (isLost(bits, axis)) return WEIGHTS[axis];
  return (bits & bitsOf(axis, 'lost')) === 0 ? 0 : WEIGHTS[axis] / 8;
}
