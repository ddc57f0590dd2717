/** Operations on several files: which files they take, and their targets and options. */
import type { Operation, OrderRequest } from '@bakkum/api-contract/conversions/conversions';
import { type Combination, planOperation } from '@bakkum/conversion/combination';
import type { OptionsSchema } from '@bakkum/conversion/options';
import type { Upload } from '@bakkum/conversion-jobs/uploads/uploads';
import { combinedFormats, formatNamed, operationFormats } from '@bakkum/registry/catalogue';
import type { ProcessHost } from '@bakkum/registry/node/process-host.node';
import { ApiProblem } from './problem.ts';

export type TargetAndOptions = { readonly target: string; readonly schema: OptionsSchema };

/** Formats of the results. Those of a combination depend on the files. */
const RESULTS: Readonly<Record<Operation, readonly string[]>> = {
  combine: combinedFormats(),
  compare: operationFormats('comparison'),
  sign: operationFormats('signature'),
};

/** Plans an operation on uploads. @throws ApiProblem if it takes other files */
export function planOperationFor(
  host: ProcessHost,
  uploads: readonly Pick<Upload, 'format'>[],
  operation: Operation,
  { target_format: asked }: OrderRequest,
): TargetAndOptions {
  checkCount(operation, uploads.length);
  const sources = uploads.map(({ format }) => format);
  // A certificate may have any format; its engine checks it.
  const unknown = (operation === 'sign' ? sources.slice(0, 1) : sources).indexOf(null);
  if (unknown >= 0) throw new ApiProblem('UNKNOWN_FILE', { input: unknown });
  const target = formatNamed(asked);
  const planned = target === undefined ? undefined : plannedOperation(host, operation, sources, target);
  if (target === undefined || !planned)
    throw new ApiProblem('INVALID_FORMAT', {
      source_formats: operation === 'sign' ? sources.slice(0, 1) : sources,
      supported_formats: targetsOf(host, operation, sources),
    });
  return { target, schema: planned.options };
}

export type PlannedOperation = Pick<Combination, 'plan' | 'options'> & {
  /** Format that the files are converted to first. */
  readonly input: string;
};

/** Plans an operation on files of these formats with proven conversions. Undefined if it is not possible. */
export function plannedOperation(
  host: ProcessHost,
  operation: Operation,
  sources: readonly (string | null)[],
  target: string,
): PlannedOperation | undefined {
  const isProven = (converted: readonly (string | null)[], input: string): boolean =>
    converted.every((from) => from === input || (from !== null && host.targetsOf(from).includes(input)));
  if (operation === 'combine') {
    // A hundred files have few formats, and planning takes longer than looking up what is proven.
    const formats = [...new Set(sources)];
    if (sources.length < 2 || !isProven(formats, target)) return undefined;
    const several = formats.length === 1 ? [...formats, ...formats] : formats;
    const combination = planOperation(host.planner, operation, several, target);
    return combination && { ...combination, input: target };
  }
  const combination = planOperation(host.planner, operation, sources, target);
  if (!combination) return undefined;
  const input = combination.plan.from;
  const converted = operation === 'sign' ? sources.slice(0, 1) : sources;
  return isProven(converted, input) ? { ...combination, input } : undefined;
}

/** @throws ApiProblem INVALID_REQUEST if the operation takes another number of files */
function checkCount(operation: Operation, count: number): void {
  const refused = (problem: 'too-short' | 'too-long') =>
    new ApiProblem('INVALID_REQUEST', { fields: [{ field: 'file', problem, limit: 2, unit: 'entries' }] });
  if (count < 2) throw refused('too-short');
  if (operation !== 'combine' && count > 2) throw refused('too-long');
}

function targetsOf(host: ProcessHost, operation: Operation, sources: readonly (string | null)[]): readonly string[] {
  return RESULTS[operation].filter((target) => plannedOperation(host, operation, sources, target) !== undefined);
}
