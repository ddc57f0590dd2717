import type { ConversionErrorCode } from './errors.ts';
import type { Plan, PlanStep } from './planner.ts';

/** A plan that failed, and where. */
export type FailedPlan = {
  readonly plan: Plan;
  readonly code: ConversionErrorCode;
  /** The engine that was running. */
  readonly engine: string;
  /** Index of its step, where the worker could still tell. */
  readonly step?: number;
};

/**
 * The plan to try after those that failed: the best one that does not repeat a failed step, else the best one that reaches it
 * with something else: a decoder that reads late fails within the encoder's step. None that would repeat a failure exactly.
 */
export function nextPlan(plans: readonly Plan[], failures: readonly FailedPlan[]): Plan | undefined {
  const open = plans.filter((plan) => !failures.some((failure) => isBoundToFail(plan, failure)));
  return open.find((plan) => !failures.some((failure) => repeats(plan, failure))) ?? open[0];
}

function isBoundToFail(plan: Plan, failure: FailedPlan): boolean {
  if (plan === failure.plan) return true;
  if (failure.code === 'engine-unavailable') return plan.steps.some(({ engine }) => engine === failure.engine);
  const done = failure.plan.steps.slice(0, failedIndex(failure) + 1);
  return done.length > 0 && done.every((step, index) => isSame(step, plan.steps[index]));
}

function repeats(plan: Plan, failure: FailedPlan): boolean {
  const failed = failure.plan.steps[failedIndex(failure)];
  return failed !== undefined && plan.steps.some((step) => isSame(failed, step));
}

/** Of an engine with two steps the later one is blamed: that rules out fewer plans. */
function failedIndex({ plan, engine, step }: FailedPlan): number {
  return step ?? plan.steps.findLastIndex((each) => each.engine === engine);
}

function isSame(one: PlanStep, other: PlanStep | undefined): boolean {
  return one.engine === other?.engine && one.from === other.from && one.to === other.to;
}
