import type { Capability } from './capabilities.ts';
import type { Conversion, EngineManifest, FormatId, Operation } from './engine.ts';
import { type Axis, EVERYTHING, type Fidelity, type LossBits, levelOf, lossBits, lossRank, maskOf } from './fidelity.ts';
import {
  essentialsIn,
  mergeSchemas,
  type OptionsSchema,
  type OptionValues,
  offeredBy,
  repeatable,
  withoutLast,
} from './options.ts';
import { reachFrom } from './reach.ts';

export type PlanStep = {
  readonly engine: string;
  readonly from: FormatId;
  readonly to: FormatId;
  readonly fidelity: Fidelity;
  readonly cost: number;
};

export type Plan = {
  readonly from: FormatId;
  readonly to: FormatId;
  readonly steps: readonly [PlanStep, ...PlanStep[]];
  /** What is preserved of the source. */
  readonly fidelity: Fidelity;
  /** What is preserved of all that both formats can hold: an image of a page is complete for `png`, where no text is expected. */
  readonly kept: Fidelity;
  /** Order among plans to this target, by what they lose of it; 0 for nothing. */
  readonly rank: number;
  readonly cost: number;
};

export type PlanRefusal =
  | { readonly reason: 'unknown-source' } // no engine reads it
  | { readonly reason: 'unknown-target' } // no engine writes it
  | { readonly reason: 'not-connected' } // both are known, but no chain of at most three steps connects them
  | { readonly reason: 'needs-capability'; readonly missing: readonly Capability[] };

export type PlanAnswer =
  | { readonly ok: true; readonly plans: readonly [Plan, ...Plan[]] }
  | { readonly ok: false; readonly refusal: PlanRefusal };

export const MAX_STEPS = 3;
const MAX_PLANS = 6;
/** Number of plans from which the varied ones are chosen. */
const MAX_CANDIDATES = 32;

/** `closing`: writes a file from an interchange format. Reading that file again could only lose more. */
type Edge = PlanStep & {
  readonly loss: LossBits;
  readonly closing: boolean;
  readonly standalone: boolean;
  readonly readsFile: boolean;
  readonly requires: readonly Capability[];
  readonly options: OptionsSchema;
  readonly combines: boolean;
  readonly operation: Operation | undefined;
};

export type Planner = {
  /**
   * The plans worth trying, best first: most faithful for this target, then cheapest, then fewest steps, then by name. If there are very many,
   * the selection keeps plans that contain a step of their own, so that neither decoders nor encoders crowd each other out.
   */
  plan(from: FormatId, to: FormatId): PlanAnswer;
  /** Formats reachable from `from`, with the best plan's fidelity. Excludes interchange formats. */
  targetsOf(from: FormatId): ReadonlyMap<FormatId, Fidelity>;
  /** Every format that some conversion reads. */
  sources(): readonly FormatId[];
  /** The options of all steps of a plan. */
  optionsOf(plan: Plan): OptionsSchema;
  /** Removes the plans that would ignore an essential option of the first plan. The first plan stays. */
  honoring(plans: readonly [Plan, ...Plan[]], options: OptionValues): readonly [Plan, ...Plan[]];
  /** The schema of one step. */
  optionsOfStep(step: PlanStep): OptionsSchema;
  /** Whether this plan's last step can combine several inputs into one output. */
  combines(plan: Plan): boolean;
  /** Returns the plan for an operation, a single step with the result `to`; `undefined` if no engine has one. */
  operation(name: Operation, to: FormatId): Plan | undefined;
};

/**
 * Creates a planner from the engine manifests. Pure and deterministic: the order of `manifests` does not matter.
 * @param input `host` holds the capabilities of the machine, `interchange` the format ids that exist only between steps, `holds`
 *   the axes that a file can lose and a result can hold, by default all
 */
export function createPlanner(input: {
  readonly manifests: readonly EngineManifest[];
  readonly host: ReadonlySet<Capability>;
  readonly interchange: ReadonlySet<FormatId>;
  readonly holds?: Readonly<Record<'source' | 'target', (format: FormatId) => readonly Axis[]>>;
}): Planner {
  const masks = masksOf(input.holds);
  const edges = input.manifests.flatMap((manifest) => edgesOf(manifest, input.host, input.interchange)).sort(compareEdges);
  const possible = edges.filter((edge) => edge.requires.every((need) => input.host.has(need)));
  const all = edges.filter(isConversion);
  const usable = possible.filter(isConversion);
  const graph = graphOf(usable, masks);
  const targets = new Map<FormatId, ReadonlyMap<FormatId, Fidelity>>();
  const byName = new Map(possible.toReversed().map((edge) => [nameOf(edge), edge])); // the better of two with the same name
  const edgeOfStep = (step: PlanStep) => byName.get(nameOf(step));
  const optionsOf = ({ steps }: Plan) =>
    mergeSchemas(
      steps.map((step, index) => {
        const options = edgeOfStep(step)?.options ?? {};
        return index < steps.length - 1 ? withoutLast(options) : options;
      }),
    );

  return {
    plan: remembering((from, to) => {
      const plans = mostVaried(search(graph, from, to));
      const [first, ...rest] = plans;
      if (first) return { ok: true, plans: [first, ...rest] };
      return { ok: false, refusal: explain(graphOf(all, masks), input.host, from, to) };
    }),
    targetsOf(from) {
      const known = targets.get(from);
      if (known) return known;
      const reached = reachFrom(graph.bySource, from, MAX_STEPS, masks.target);
      for (const id of input.interchange) reached.delete(id);
      targets.set(from, reached);
      return reached;
    },
    sources: () => [...graph.bySource.keys()].filter((id) => !input.interchange.has(id)),
    optionsOf,
    honoring([first, ...rest], options) {
      const essentials = essentialsIn(optionsOf(first), options);
      const knowsAll = (plan: Plan): boolean => essentials.every((name) => Object.hasOwn(optionsOf(plan), name));
      return [first, ...rest.filter(knowsAll)];
    },
    optionsOfStep: (step) => edgeOfStep(step)?.options ?? {},
    combines: (plan) => {
      const last = plan.steps.at(-1);
      return last !== undefined && (edgeOfStep(last)?.combines ?? false);
    },
    operation: (name, to) => operationPlan(possible, name, to, masks),
  };
}

const isConversion = ({ operation }: Edge): boolean => operation === undefined;

function operationPlan(edges: readonly Edge[], name: Operation, to: FormatId, masks: Masks): Plan | undefined {
  const edge = edges.find((each) => each.operation === name && each.to === to);
  return edge && toPlan([edge], masks.target(to), masks.source(edge.from));
}

function masksOf(holds: Parameters<typeof createPlanner>[0]['holds']): Masks {
  if (!holds) return { source: () => EVERYTHING, target: () => EVERYTHING };
  return { source: (format) => maskOf(holds.source(format)), target: (format) => maskOf(holds.target(format)) };
}

/** A screen requests the same plans on every update: thousands for a batch of mixed files. */
const MAX_CACHED_PLANS = 8192;

function remembering(plan: Planner['plan']): Planner['plan'] {
  const answers = new Map<string, PlanAnswer>();
  return (from, to) => {
    const key = `${from} ${to}`;
    const answer = answers.get(key) ?? plan(from, to);
    if (answers.size >= MAX_CACHED_PLANS) answers.clear();
    answers.set(key, answer);
    return answer;
  };
}

const nameOf = ({ engine, from, to }: PlanStep): string => `${engine} ${from} ${to}`;

function edgesOf(manifest: EngineManifest, host: ReadonlySet<Capability>, interchange: ReadonlySet<FormatId>): Edge[] {
  const edge = (conversion: Conversion, from: FormatId, to: FormatId): Edge => ({
    engine: manifest.id,
    from,
    to,
    fidelity: conversion.fidelity,
    loss: lossBits(conversion.fidelity, conversion.losses),
    cost: conversion.cost,
    closing: interchange.has(from) && !interchange.has(to),
    standalone: conversion.standalone ?? false,
    readsFile: !interchange.has(from),
    requires: [...manifest.requires, ...(conversion.requires ?? [])],
    options: offeredBy(host, conversion.options ?? {}),
    combines: conversion.combines ?? false,
    operation: conversion.operation,
  });
  return manifest.conversions.flatMap((conversion) =>
    conversion.from.flatMap((from) =>
      conversion.to.filter((to) => to !== from || conversion.sameFormat).map((to) => edge(conversion, from, to)),
    ),
  );
}

function compareEdges(a: Edge, b: Edge): number {
  return (
    lossRank(a.loss, EVERYTHING) - lossRank(b.loss, EVERYTHING) ||
    a.cost - b.cost ||
    compareIds(a.engine, b.engine) ||
    compareIds(a.from, b.from) ||
    compareIds(a.to, b.to)
  );
}

/** Compares by code units: there are thousands of edges to sort before the first paint, and nobody sees this order. */
function compareIds(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

type EdgeIndex = ReadonlyMap<FormatId, readonly Edge[]>;
type Bounds = readonly ReadonlyMap<FormatId, Weight>[];
/** The axes that concern a format, as bits. */
type Masks = Readonly<Record<'source' | 'target', (format: FormatId) => LossBits>>;
type Graph = { readonly bySource: EdgeIndex; readonly masks: Masks; boundsTo(to: FormatId): Bounds };

function graphOf(edges: readonly Edge[], masks: Masks): Graph {
  const bySource = Map.groupBy(edges, (edge) => edge.from);
  const known = new Map<FormatId, Bounds>();
  return {
    bySource,
    masks,
    boundsTo(to) {
      const bounds = known.get(to) ?? computeBounds(bySource, to, masks.target(to));
      known.set(to, bounds);
      return bounds;
    },
  };
}

/** Lower bound on reaching a target: rank of the losses for it, and cost. Neither decreases along a path. */
type Weight = { readonly rank: number; readonly cost: number };

/** Finds the best plans in order with a best-first search (A*): always extends the path with the best possible total. */
function search({ bySource, masks, boundsTo }: Graph, from: FormatId, to: FormatId, most = MAX_CANDIDATES): Plan[] {
  const mask = masks.target(to);
  const bounds = boundsTo(to);
  const queue = new PathQueue();
  const found: Plan[] = [];
  let shortest = MAX_STEPS;
  const extend = (path: readonly Edge[], { loss, cost }: Loss) => {
    for (const edge of bySource.get(path.at(-1)?.to ?? from) ?? []) {
      if (leadsNowhere(path, edge, from, to) || appliesTwice(path, edge) || isDetour(bySource, path, edge)) continue;
      const rest = edge.to === to ? { rank: 0, cost: 0 } : bounds[MAX_STEPS - path.length - 1]?.get(edge.to);
      if (!rest) continue;
      const so = { loss: loss | edge.loss, cost: cost + edge.cost };
      queue.add({ path: [...path, edge], so, bound: plus({ rank: lossRank(so.loss, mask), cost: so.cost }, rest) });
    }
  };
  extend([], { loss: 0, cost: 0 });
  for (let next = queue.take(); next && found.length < most; next = queue.take()) {
    if (next.path.at(-1)?.to !== to) extend(next.path, next.so);
    else if (next.path.length <= shortest + 1) {
      shortest = Math.min(shortest, next.path.length); // A detour of more than one step never helps.
      found.push(toPlan(next.path, mask, masks.source(from)));
    }
  }
  return found.sort(comparePlans);
}

/**
 * Whether a step returns to the start, continues from a file that ends a plan, converts to another file and back, or is one of
 * several although it stands alone.
 */
function leadsNowhere(path: readonly Edge[], edge: Edge, from: FormatId, to: FormatId): boolean {
  if (edge.standalone && (path.length > 0 || edge.to !== to)) return true;
  if (edge.to === to) return to === from && path.length > 0 && !edge.closing;
  return edge.closing || edge.to === from || path.some((step) => step.to === edge.to);
}

/**
 * Whether an option was already applied to a file on this path: cropping, scaling or compressing would happen twice. Steps joined
 * by an interchange format share their options; each applies its part.
 */
function appliesTwice(path: readonly Edge[], edge: Edge): boolean {
  const earlier = edge.readsFile ? path : path.slice(0, -1);
  const names = repeatable(edge.options);
  return earlier.some(({ options }) => names.some((name) => Object.hasOwn(options, name) && options[name]?.last !== true));
}

/**
 * Whether an engine is used twice where it could convert in one step with the same fidelity: what fails in one step would fail in
 * two.
 */
function isDetour(bySource: EdgeIndex, path: readonly Edge[], edge: Edge): boolean {
  return path.some(({ engine, from }, index) => {
    if (engine !== edge.engine) return false;
    const loss = [...path.slice(index), edge].reduce((all, step) => all | step.loss, 0);
    const direct = bySource.get(from)?.find((other) => other.engine === engine && other.to === edge.to);
    return direct !== undefined && (direct.loss & ~loss) === 0;
  });
}

const plus = (a: Weight, b: Weight): Weight => ({ rank: Math.max(a.rank, b.rank), cost: a.cost + b.cost });

/** For each number of remaining steps: the formats from which `to` is reachable, and the lower bound from each. */
function computeBounds(bySource: EdgeIndex, to: FormatId, mask: LossBits): Bounds {
  const bounds: Map<FormatId, Weight>[] = [new Map([[to, { rank: 0, cost: 0 }]])];
  for (let left = 1; left < MAX_STEPS; left++) {
    const shorter = bounds[left - 1] ?? new Map<FormatId, Weight>();
    const reached = new Map(shorter);
    for (const edges of bySource.values())
      for (const edge of edges) {
        const rest = shorter.get(edge.to);
        if (!rest || (edge.closing && edge.to !== to)) continue;
        const known = reached.get(edge.from) ?? { rank: Number.POSITIVE_INFINITY, cost: Number.POSITIVE_INFINITY };
        const { rank, cost } = plus({ rank: lossRank(edge.loss, mask), cost: edge.cost }, rest);
        reached.set(edge.from, { rank: Math.min(known.rank, rank), cost: Math.min(known.cost, cost) });
      }
    bounds.push(reached);
  }
  return bounds;
}

/** Losses and cost of the steps so far. */
type Loss = { readonly loss: LossBits; readonly cost: number };
type Path = { readonly path: readonly Edge[]; readonly so: Loss; readonly bound: Weight };

/** A binary heap; among equal paths the shorter comes first, then the one added first. */
class PathQueue {
  readonly #heap: { readonly item: Path; readonly order: number }[] = [];
  #added = 0;

  add(item: Path): void {
    this.#added += 1;
    const heap = this.#heap;
    heap.push({ item, order: this.#added });
    for (let at = heap.length - 1, up = (at - 1) >> 1; at > 0 && this.#swapIfBefore(at, up); up = (at - 1) >> 1) at = up;
  }

  take(): Path | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (!first || !last || first === last) return first?.item;
    heap[0] = last;
    for (let at = 0; ; ) {
      const left = 2 * at + 1;
      const least = left + 1 < heap.length && this.#isBefore(left + 1, left) ? left + 1 : left;
      if (least >= heap.length || !this.#swapIfBefore(least, at)) return first.item;
      at = least;
    }
  }

  #swapIfBefore(child: number, parent: number): boolean {
    const [a, b] = [this.#heap[child], this.#heap[parent]];
    if (!a || !b || !this.#isBefore(child, parent)) return false;
    this.#heap[child] = b;
    this.#heap[parent] = a;
    return true;
  }

  #isBefore(one: number, other: number): boolean {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    if (!a || !b) return false;
    const order =
      a.item.bound.rank - b.item.bound.rank ||
      a.item.bound.cost - b.item.bound.cost ||
      a.item.path.length - b.item.path.length ||
      a.order - b.order;
    return order < 0;
  }
}

function mostVaried(ranked: readonly Plan[]): readonly Plan[] {
  if (ranked.length <= MAX_PLANS) return ranked;
  const seen = new Set<string>();
  const withOwnStep = ranked.filter(({ steps }) => {
    const known = seen.size;
    for (const step of steps) seen.add(nameOf(step));
    return seen.size > known;
  });
  const kept = new Set([...new Set([...withOwnStep, ...ranked])].slice(0, MAX_PLANS));
  return ranked.filter((plan) => kept.has(plan));
}

function toPlan(edges: readonly Edge[], target: LossBits, source: LossBits): Plan {
  const loss = edges.reduce((all, edge) => all | edge.loss, 0);
  const steps = edges.map(({ engine, from, to, fidelity, cost }): PlanStep => ({ engine, from, to, fidelity, cost }));
  const [first, ...rest] = steps;
  if (!first) throw new RangeError('a plan has at least one step');
  return {
    from: first.from,
    to: rest.at(-1)?.to ?? first.to,
    steps: [first, ...rest],
    fidelity: levelOf(loss),
    kept: levelOf(loss & target & source),
    rank: lossRank(loss, target),
    cost: steps.reduce((sum, step) => sum + step.cost, 0),
  };
}

function comparePlans(a: Plan, b: Plan): number {
  return a.rank - b.rank || a.cost - b.cost || a.steps.length - b.steps.length || routeOf(a).localeCompare(routeOf(b), 'en');
}

/** `jpeg -[browser-codecs]-> raster -[png]-> png`, for logs, tables and the command line. */
export function routeOf(plan: Plan): string {
  return plan.steps.reduce((text, step) => `${text} -[${step.engine}]-> ${step.to}`, plan.from);
}

function explain(graph: Graph, host: ReadonlySet<Capability>, from: FormatId, to: FormatId): PlanRefusal {
  const all = [...graph.bySource.values()].flat();
  if (!all.some((edge) => edge.from === from)) return { reason: 'unknown-source' };
  if (!all.some((edge) => edge.to === to)) return { reason: 'unknown-target' };
  const [plan] = search(graph, from, to);
  if (!plan) return { reason: 'not-connected' };
  const needs = plan.steps.flatMap(
    (step) => all.find((e) => e.engine === step.engine && e.from === step.from && e.to === step.to)?.requires ?? [],
  );
  return { reason: 'needs-capability', missing: [...new Set(needs)].filter((need) => !host.has(need)) };
}
