import type { ConversionErrorCode } from './errors.ts';
import type { Plan, PlanStep } from './planner.ts';

/** A failed plan, and where it failed. */
export type FailedPlan = {
  readonly plan: Plan;
  readonly code: ConversionErrorCode;
  /** The engine that was running. */
  readonly engine: string;
  /** Index of the step, if the worker could report it. */
  readonly step?: number;
};

/**
 * Picks the plan to try after failures: the best one that does not repeat a failed step; else the best one that reaches the
 * failed step from a different input, because a decoder that reads lazily fails within the encoder's step. Never a plan that
 * would repeat a failure exactly.
 */
export function nextPlan(plans: readonly Plan[], failures: readonly FailedPlan[]): Plan | undefined {
  const open = plans.filter((plan) => !failures.some((failure) => isBoundToFail(plan, failure)));
  return open.find((plan) => !failures.some((failure) => repeats(plan, failure))) ?? open[0];
}

function isBoundToFail(plan: Plan, failure: FailedPlan): boolean {
  if (plan === failure.plan) return true;
  if (failure.code === 'engine-unavailable' || failure.code === 'needs-capability')
    return plan.steps.some(({ engine }) => engine === failure.engine);
  const done = failure.plan.steps.slice(0, failedIndex(failure) + 1);
  return done.length > 0 && done.every((step, index) => isSame(step, plan.steps[index]));
}

function repeats(plan: Plan, failure: FailedPlan): boolean {
  const failed = failure.plan.steps[failedIndex(failure)];
  return failed !== undefined && plan.steps.some((step) => isSame(failed, step));
}

/** If an engine has two steps, the later one is blamed, which rules out fewer plans. */
function failedIndex({ plan, engine, step }: FailedPlan): number {
  return step ?? plan.steps.findLastIndex((each) => each.engine === engine);
}

function isSame(one: PlanStep, other: PlanStep | undefined): boolean {
  return one.engine === other?.engine && one.from === other.from && one.to === other.to;
}
