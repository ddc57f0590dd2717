import type { Capability } from './capabilities.ts';
import type { Conversion, EngineManifest, FormatId } from './engine.ts';
import { type Fidelity, fidelityRank, worstFidelity } from './fidelity.ts';
import { mergeSchemas, type OptionsSchema } from './options.ts';

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
  readonly fidelity: Fidelity;
  readonly cost: number;
};

export type PlanRefusal =
  | { readonly reason: 'unknown-source' } // nothing reads it
  | { readonly reason: 'unknown-target' } // nothing writes it
  | { readonly reason: 'not-connected' } // both are known, no chain of at most three steps joins them
  | { readonly reason: 'needs-capability'; readonly missing: readonly Capability[] };

export type PlanAnswer =
  | { readonly ok: true; readonly plans: readonly [Plan, ...Plan[]] }
  | { readonly ok: false; readonly refusal: PlanRefusal };

export const MAX_STEPS = 3;
const MAX_PLANS = 6;

type Edge = PlanStep & { readonly requires: readonly Capability[]; readonly options: OptionsSchema; readonly combines: boolean };

export type Planner = {
  /**
   * The plans worth trying, best first: most faithful, then cheapest, then fewest steps, then by name. Of very many, those
   * with a step of their own are kept, so that the decoders do not crowd out the encoders, nor the other way round.
   */
  plan(from: FormatId, to: FormatId): PlanAnswer;
  /** Formats reachable from `from`, with the best plan's fidelity. Interchange formats are left out. */
  targetsOf(from: FormatId): ReadonlyMap<FormatId, Fidelity>;
  /** Every format some conversion reads. */
  sources(): readonly FormatId[];
  /** One form for a whole plan. */
  optionsOf(plan: Plan): OptionsSchema;
  /** The schema of one step. */
  optionsOfStep(step: PlanStep): OptionsSchema;
  /** Whether several inputs may be combined into one output by this plan's last step. */
  combines(plan: Plan): boolean;
};

/**
 * Builds a planner over what the engines declare. Pure and deterministic: the order of `manifests` does not matter.
 * @param host capabilities of the machine; `interchange` the ids that exist only between steps.
 */
export function createPlanner(input: {
  readonly manifests: readonly EngineManifest[];
  readonly host: ReadonlySet<Capability>;
  readonly interchange: ReadonlySet<FormatId>;
}): Planner {
  const all = input.manifests.flatMap(edgesOf).sort(compareEdges);
  const usable = all.filter((edge) => edge.requires.every((need) => input.host.has(need)));
  const bySource = Map.groupBy(usable, (edge) => edge.from);
  const edgeOfStep = (step: PlanStep) =>
    usable.find((edge) => edge.engine === step.engine && edge.from === step.from && edge.to === step.to);

  return {
    plan(from, to) {
      const plans = mostVaried(search(bySource, from, to));
      const [first, ...rest] = plans;
      if (first) return { ok: true, plans: [first, ...rest] };
      return { ok: false, refusal: explain(all, input.host, from, to) };
    },
    targetsOf: (from) => reach(bySource, from, input.interchange),
    sources: () => [...bySource.keys()].filter((id) => !input.interchange.has(id)),
    optionsOf: (plan) => mergeSchemas(plan.steps.map((step) => edgeOfStep(step)?.options ?? {})),
    optionsOfStep: (step) => edgeOfStep(step)?.options ?? {},
    combines: (plan) => {
      const last = plan.steps.at(-1);
      return last !== undefined && (edgeOfStep(last)?.combines ?? false);
    },
  };
}

function edgesOf(manifest: EngineManifest): Edge[] {
  const edge = (conversion: Conversion, from: FormatId, to: FormatId): Edge => ({
    engine: manifest.id,
    from,
    to,
    fidelity: conversion.fidelity,
    cost: conversion.cost,
    requires: [...manifest.requires, ...(conversion.requires ?? [])],
    options: conversion.options ?? {},
    combines: conversion.combines ?? false,
  });
  return manifest.conversions.flatMap((conversion) =>
    conversion.from.flatMap((from) => conversion.to.filter((to) => to !== from).map((to) => edge(conversion, from, to))),
  );
}

function compareEdges(a: Edge, b: Edge): number {
  return (
    fidelityRank(a.fidelity) - fidelityRank(b.fidelity) ||
    a.cost - b.cost ||
    a.engine.localeCompare(b.engine, 'en') ||
    a.from.localeCompare(b.from, 'en') ||
    a.to.localeCompare(b.to, 'en')
  );
}

type EdgeIndex = ReadonlyMap<FormatId, readonly Edge[]>;

function search(bySource: EdgeIndex, from: FormatId, to: FormatId): Plan[] {
  const found: Plan[] = [];
  const walk = (at: FormatId, path: readonly Edge[]) => {
    for (const edge of bySource.get(at) ?? []) {
      const visited = edge.to === from || path.some((step) => step.to === edge.to);
      if (visited && !(edge.to === to && from === to)) continue;
      const next = [...path, edge];
      if (edge.to === to) found.push(toPlan(next));
      else if (next.length < MAX_STEPS) walk(edge.to, next);
    }
  };
  walk(from, []);
  return found.sort(comparePlans);
}

function mostVaried(ranked: readonly Plan[]): readonly Plan[] {
  if (ranked.length <= MAX_PLANS) return ranked;
  const seen = new Set<string>();
  const withOwnStep = ranked.filter(({ steps }) => {
    const known = seen.size;
    for (const { engine, from, to } of steps) seen.add(`${engine} ${from} ${to}`);
    return seen.size > known;
  });
  const kept = new Set([...new Set([...withOwnStep, ...ranked])].slice(0, MAX_PLANS));
  return ranked.filter((plan) => kept.has(plan));
}

function toPlan(edges: readonly Edge[]): Plan {
  const steps = edges.map(({ engine, from, to, fidelity, cost }): PlanStep => ({ engine, from, to, fidelity, cost }));
  const [first, ...rest] = steps;
  if (!first) throw new RangeError('a plan has at least one step');
  return {
    from: first.from,
    to: rest.at(-1)?.to ?? first.to,
    steps: [first, ...rest],
    fidelity: worstFidelity(steps.map((step) => step.fidelity)),
    cost: steps.reduce((sum, step) => sum + step.cost, 0),
  };
}

function comparePlans(a: Plan, b: Plan): number {
  return (
    fidelityRank(a.fidelity) - fidelityRank(b.fidelity) ||
    a.cost - b.cost ||
    a.steps.length - b.steps.length ||
    routeOf(a).localeCompare(routeOf(b), 'en')
  );
}

/** `jpeg -[browser-codecs]-> raster -[png]-> png`, for logs, tables and the command line. */
export function routeOf(plan: Plan): string {
  return plan.steps.reduce((text, step) => `${text} -[${step.engine}]-> ${step.to}`, plan.from);
}

function reach(bySource: EdgeIndex, from: FormatId, interchange: ReadonlySet<FormatId>): Map<FormatId, Fidelity> {
  const best = new Map<FormatId, number>();
  const order: Fidelity[] = ['lossless', 'lossy', 'layout-lost', 'text-only', 'picture'];
  let frontier = new Map<FormatId, number>([[from, 0]]);
  for (let depth = 0; depth < MAX_STEPS; depth++) {
    const next = new Map<FormatId, number>();
    for (const [at, rank] of frontier) {
      for (const edge of bySource.get(at) ?? []) {
        const worst = Math.max(rank, fidelityRank(edge.fidelity));
        if (worst < (best.get(edge.to) ?? Number.POSITIVE_INFINITY)) {
          best.set(edge.to, worst);
          next.set(edge.to, worst);
        }
      }
    }
    frontier = next;
  }
  const targets = new Map<FormatId, Fidelity>();
  for (const [to, rank] of best) {
    const fidelity = order[rank];
    if (fidelity && !interchange.has(to)) targets.set(to, fidelity);
  }
  return targets;
}

function explain(all: readonly Edge[], host: ReadonlySet<Capability>, from: FormatId, to: FormatId): PlanRefusal {
  if (!all.some((edge) => edge.from === from)) return { reason: 'unknown-source' };
  if (!all.some((edge) => edge.to === to)) return { reason: 'unknown-target' };
  const [plan] = search(
    Map.groupBy(all, (edge) => edge.from),
    from,
    to,
  );
  if (!plan) return { reason: 'not-connected' };
  const needs = plan.steps.flatMap(
    (step) => all.find((e) => e.engine === step.engine && e.from === step.from && e.to === step.to)?.requires ?? [],
  );
  return { reason: 'needs-capability', missing: [...new Set(needs)].filter((need) => !host.has(need)) };
}
