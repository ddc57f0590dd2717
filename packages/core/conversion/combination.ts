/** Combines several files of any formats into one: picks a route for each and a fallback when one fails. */
import type { FormatId } from './engine.ts';
import { mayTryAnotherPlan, mostSpecific } from './errors.ts';
import type { OptionsSchema } from './options.ts';
import type { Plan, Planner, PlanStep } from './planner.ts';
import type { Job, JobResult, Runner } from './runner.ts';

/** An input's own steps before the combining step. */
type Lead = readonly PlanStep[];

export type Combination = {
  /** The last step makes the one output. */
  readonly plan: Plan;
  /** For each input, in order, the routes to the last step, best first. */
  readonly ways: readonly (readonly [Lead, ...Lead[]])[];
  /** Options that every input's route applies; an option that some would ignore is not offered. */
  readonly options: OptionsSchema;
};

/**
 * Plans how files of these formats become one `to`: combined directly by one engine if possible, else converted one by one and
 * then joined. `undefined` if one of them cannot be converted.
 */
export function planCombination(planner: Planner, sources: readonly FormatId[], to: FormatId): Combination | undefined {
  return planBinding(planner, sources, to) ?? planJoining(planner, sources, to);
}

function planBinding(planner: Planner, sources: readonly FormatId[], to: FormatId): Combination | undefined {
  const combining = new Map([...new Set(sources)].map((from) => [from, combiningPlans(planner, from, to)]));
  const engine = lastStep(combining.get(sources[0] ?? '')?.[0])?.engine;
  const perSource = sources.map((from) => (combining.get(from) ?? []).filter((plan) => lastStep(plan)?.engine === engine));
  const ways = perSource.flatMap((plans) => {
    const [first, ...rest] = plans.map(leadOf);
    return first ? [[first, ...rest] as const] : [];
  });
  // The longest plan ends in the most general step: combining decoded images.
  const plan = perSource.flatMap(([best]) => best ?? []).sort((a, b) => b.steps.length - a.steps.length)[0];
  if (!plan || ways.length < sources.length) return undefined;
  return { plan, ways, options: sharedOptions(perSource.flatMap(([best]) => (best ? [planner.optionsOf(best)] : []))) };
}

function planJoining(planner: Planner, sources: readonly FormatId[], to: FormatId): Combination | undefined {
  const join = combiningPlans(planner, to, to).find(({ steps }) => steps.length === 1);
  const ways = join && waysTo(planner, sources, to);
  if (!ways) return undefined;
  const schemas = sources.map((from) => {
    const [best] = from === to ? [] : plansTo(planner, from, to);
    return best ? planner.optionsOf(best) : {};
  });
  return { plan: join, ways, options: sharedOptions(schemas) };
}

/**
 * Plans how two files of these formats are compared: converts each to the format of the comparison, which describes the differences
 * as `to`. `undefined` if one of them cannot be converted.
 */
export function planComparison(planner: Planner, sources: readonly [FormatId, FormatId], to: FormatId): Combination | undefined {
  const plan = planner.operation('comparison', to);
  const ways = plan && waysTo(planner, sources, plan.from);
  return ways && { plan, ways, options: planner.optionsOf(plan) };
}

/** Plans how a file of this format is signed as `to`: converted if needed, then signed with a second file, the certificate. */
export function planSignature(planner: Planner, source: FormatId, to: FormatId): Combination | undefined {
  const plan = planner.operation('signature', to);
  const [way] = (plan && waysTo(planner, [source], plan.from)) ?? [];
  return plan && way && { plan, ways: [way, [[]]], options: planner.optionsOf(plan) };
}

/** What can be made of several files at once. */
export type FileOperation = 'combine' | 'compare' | 'sign';

/**
 * Plans an operation on files of these formats, in their order. Signing takes a file and a certificate, whose format does not matter.
 * `undefined` if the operation takes another number of files, or if one of them cannot be converted.
 */
export function planOperation(
  planner: Planner,
  operation: FileOperation,
  sources: readonly (FormatId | null)[],
  to: FormatId,
): Combination | undefined {
  const [first, second] = sources;
  if (typeof first !== 'string' || sources.length < 2) return undefined;
  if (operation === 'combine') {
    const known = sources.filter((source) => source !== null);
    return known.length === sources.length ? planCombination(planner, known, to) : undefined;
  }
  if (sources.length > 2) return undefined;
  if (operation === 'sign') return planSignature(planner, first, to);
  return typeof second === 'string' ? planComparison(planner, [first, second], to) : undefined;
}

/** Routes of each file to the format `to`, without steps for files in that format. `undefined` if a file has no route. */
function waysTo(planner: Planner, sources: readonly FormatId[], to: FormatId): Combination['ways'] | undefined {
  const ways = sources.flatMap((from): (readonly [Lead, ...Lead[]])[] => {
    if (from === to) return [[[]]];
    const [first, ...rest] = plansTo(planner, from, to);
    return first ? [[first.steps, ...rest.map(({ steps }) => steps)]] : [];
  });
  return ways.length < sources.length ? undefined : ways;
}

/** Runs the combination; a failed input is tried on its other routes first. Never rejects. */
export async function runCombination(
  runner: Runner,
  { plan, ways }: Pick<Combination, 'plan' | 'ways'>,
  job: Omit<Job, 'plans' | 'leads'>,
): Promise<JobResult> {
  const failures = ways.map((): Failure[] => []);
  for (;;) {
    const leads = ways.map((way, index) => way[failures[index]?.length ?? 0] ?? way[0]);
    const result = await runner.run({ ...job, plans: [plan], leads });
    if (result.ok || result.input === undefined) return result;
    const [first = result, ...rest] = failures[result.input] ?? [];
    const told = mostSpecific<Failure>([first, ...rest, result]);
    failures[result.input]?.push(result);
    const tried = failures[result.input]?.length ?? 0;
    if (!mayTryAnotherPlan(result.code) || tried >= (ways[result.input]?.length ?? 0)) return told;
  }
}

type Failure = Extract<JobResult, { readonly ok: false }>;

function plansTo(planner: Planner, from: FormatId, to: FormatId): readonly Plan[] {
  const answer = planner.plan(from, to);
  return answer.ok ? answer.plans : [];
}

function combiningPlans(planner: Planner, from: FormatId, to: FormatId): readonly Plan[] {
  return plansTo(planner, from, to).filter((plan) => planner.combines(plan));
}

function lastStep(plan: Plan | undefined): PlanStep | undefined {
  return plan?.steps.at(-1);
}

function leadOf(plan: Plan): Lead {
  return plan.steps.slice(0, -1);
}

function sharedOptions(schemas: readonly OptionsSchema[]): OptionsSchema {
  const [first = {}, ...rest] = schemas;
  const isShared = (name: string): boolean => rest.every((schema) => Object.hasOwn(schema, name));
  return Object.fromEntries(Object.entries(first).filter(([name, { combined }]) => combined !== 'never' && isShared(name)));
}
