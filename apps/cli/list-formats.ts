import { type Plan, routeOf } from '@bakkum/conversion/planner';
import { nodeCapabilities } from '@bakkum/registry/capabilities.node';
import { plannerFor, publicFormats } from '@bakkum/registry/catalogue';
import { provenTargets } from '@bakkum/registry/proven-pairs';
import { EXIT, type Outcome } from './outcome.ts';

/** `bakkum formats`: every format this build reads or writes, and every pair proven to work here, on Node. */
export function listFormats(): Outcome {
  const planner = plannerFor(nodeCapabilities());
  const best = (from: string, to: string): Plan | undefined => {
    const answer = planner.plan(from, to);
    return answer.ok ? answer.plans[0] : undefined;
  };
  const pairs = planner
    .sources()
    .flatMap((from) => {
      const proven = provenTargets('node', from);
      return [...planner.targetsOf(from).keys()].filter((to) => proven?.has(to)).flatMap((to) => best(from, to) ?? []);
    })
    .map((plan) => ({ from: plan.from, to: plan.to, fidelity: plan.fidelity, route: routeOf(plan) }));
  const read = new Set(pairs.map(({ from }) => from));
  const written = new Set(pairs.map(({ to }) => to));
  const formats = publicFormats()
    .map(({ id, family, extensions }) => ({ id, family, extensions, reads: read.has(id), writes: written.has(id) }))
    .filter(({ reads, writes }) => reads || writes);
  const lines = formats.map(({ id, reads, writes }) =>
    `${id.padEnd(16)} ${reads ? 'reads' : '     '} ${writes ? 'writes' : ''}`.trimEnd(),
  );
  return { exit: EXIT.done, text: lines.join('\n'), json: { formats, pairs } };
}
