import type { FormatId } from '@bakkum/conversion/engine';
import { type Plan, type Planner, routeOf } from '@bakkum/conversion/planner';
import type { Family } from '@bakkum/formats/format';
import { plannerFor, publicFormats } from '@bakkum/registry/catalogue';
import { nodeCapabilities } from '@bakkum/registry/node/capabilities.node';
import { provenTargets } from '@bakkum/registry/proven-pairs';
import { EXIT, type Outcome } from './outcome.ts';

export type FormatEntry = {
  readonly id: FormatId;
  readonly family: Family;
  readonly extensions: readonly string[];
  readonly reads: boolean;
  readonly writes: boolean;
};

export type FormatList = {
  readonly formats: readonly FormatEntry[];
  /** Targets by source: planned, and proven to work on Node. */
  readonly targets: ReadonlyMap<FormatId, readonly FormatId[]>;
};

/** Lists every format a planner reads or writes. */
export function formatList(planner: Planner): FormatList {
  const targets = new Map(planner.sources().map((from) => [from, provenTargetsOf(planner, from)] as const));
  const read = new Set([...targets].filter(([, to]) => to.length > 0).map(([from]) => from));
  const written = new Set([...targets.values()].flat());
  const formats = publicFormats()
    .map(({ id, family, extensions }) => ({ id, family, extensions, reads: read.has(id), writes: written.has(id) }))
    .filter(({ reads, writes }) => reads || writes);
  return { formats, targets };
}

/** Targets of a format: planned, and proven to work on Node. */
export function provenTargetsOf(planner: Planner, from: FormatId): readonly FormatId[] {
  const proven = provenTargets('node', from);
  return [...planner.targetsOf(from).keys()].filter((to) => proven?.has(to));
}

/** `bakkum formats`: every format this build reads or writes; as JSON, also every pair proven to work on Node, with its route. */
export function listFormats(json: boolean): Outcome {
  const planner = plannerFor(nodeCapabilities());
  const { formats, targets } = formatList(planner);
  const lines = formats.map(({ id, reads, writes }) =>
    `${id.padEnd(16)} ${reads ? 'reads' : '     '} ${writes ? 'writes' : ''}`.trimEnd(),
  );
  return { exit: EXIT.done, text: lines.join('\n'), json: json ? { formats, pairs: pairsOf(planner, targets) } : undefined };
}

/** Plans every route, which takes seconds. */
function pairsOf(planner: Planner, targets: ReadonlyMap<string, readonly string[]>) {
  const best = (from: string, to: string): readonly Plan[] => {
    const answer = planner.plan(from, to);
    return answer.ok ? answer.plans.slice(0, 1) : [];
  };
  return [...targets]
    .flatMap(([from, all]) => all.flatMap((to) => best(from, to)))
    .map((plan) => ({ from: plan.from, to: plan.to, fidelity: plan.fidelity, route: routeOf(plan) }));
}
