import type { Planner } from '@bakkum/conversion/planner';
import type { JobResult } from '@bakkum/conversion/runner';

export type ReplaceablePlanner = Planner & {
  /** From now on, another planner answers. */
  replace(planner: Planner): void;
  /** Caches the answers for each key until the planner is replaced. */
  remembered<Key, Value>(answer: (key: Key) => Value): (key: Key) => Value;
  /**
   * Runs a job, and once more if it showed that this device lacks something: its plans ended there, and the planner that was put in place
   * may have others.
   */
  run(job: () => Promise<JobResult>): Promise<JobResult>;
};

/** A planner that is replaced when an engine turns out not to work on this device. */
export function replaceablePlanner(first: Planner): ReplaceablePlanner {
  let current = first;
  const caches = new Set<Map<unknown, unknown>>();
  return {
    plan: (from, to) => current.plan(from, to),
    targetsOf: (from) => current.targetsOf(from),
    sources: () => current.sources(),
    optionsOf: (plan) => current.optionsOf(plan),
    honoring: (plans, options) => current.honoring(plans, options),
    optionsOfStep: (step) => current.optionsOfStep(step),
    combines: (plan) => current.combines(plan),
    operation: (name, to) => current.operation(name, to),
    replace(planner) {
      current = planner;
      for (const cache of caches) cache.clear();
    },
    remembered<Key, Value>(answer: (key: Key) => Value) {
      const known = new Map<Key, { readonly value: Value }>();
      caches.add(known);
      return (key: Key): Value => {
        const found = known.get(key) ?? { value: answer(key) };
        known.set(key, found);
        return found.value;
      };
    },
    async run(job) {
      const before = current;
      const result = await job();
      return !result.ok && result.code === 'needs-capability' && current !== before ? job() : result;
    },
  };
}
