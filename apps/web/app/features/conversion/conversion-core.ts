/** Everything a conversion needs. Loaded when the first file arrives, never before. */
import type { FormatId } from '@bakkum/conversion/engine';
import type { OptionsSchema, OptionValues } from '@bakkum/conversion/options';
import { outputName } from '@bakkum/conversion/output-name';
import type { Plan, Planner } from '@bakkum/conversion/planner';
import { createRunner, type Job, type JobResult, type Runner } from '@bakkum/conversion/runner';
import { type Detection, detectFormat, readHead } from '@bakkum/formats/detect';
import type { Format } from '@bakkum/formats/format';
import { probeCapabilities } from '@bakkum/registry/capabilities.browser';
import { estimateBytes, formatById, plannerFor, publicFormats } from '@bakkum/registry/catalogue';
import { provenTargets } from '@bakkum/registry/proven-pairs';
import { discardStored } from '@bakkum/registry/session-storage.browser';
import { spawnBrowserWorker } from '@bakkum/registry/spawn.browser';

export type Target = { readonly format: Format; readonly lossy: boolean; readonly picture: boolean };

export type ConversionCore = {
  detect(file: File): Promise<Detection>;
  /** What a format is offered for, the commonest first. Empty when nothing reads it. */
  targets(from: FormatId): readonly Target[];
  /** Every format some plan leads to, offered or not. */
  reachable(from: FormatId): readonly FormatId[];
  /** Whether conversions from this format were ever tried with a real file. */
  isProven(from: FormatId): boolean;
  optionsFor(from: FormatId, to: FormatId): OptionsSchema;
  /** Whether several inputs of this kind may become one output. */
  combines(from: FormatId, to: FormatId): boolean;
  convert(job: CoreJob): Promise<JobResult>;
  nameOf(inputName: string, to: FormatId, label?: string): string;
  /** Gives back the disk space of results, once a download of them that has just begun had time to end. */
  discard(results: readonly Blob[]): void;
};

export type CoreJob = Pick<Job, 'inputs' | 'options' | 'signal' | 'onProgress' | 'onStart'> & {
  readonly from: FormatId;
  readonly to: FormatId;
};

/** The order of the specification for pictures, then what people ask for most. */
const COMMON: readonly FormatId[] = [
  'jpeg',
  'png',
  'webp',
  'gif',
  'bmp',
  'tiff',
  'svg',
  'pdf',
  'avif',
  'ico',
  'jxl',
  'apng',
  'icns',
];

/** `navigator.deviceMemory` is in GiB, at most 8, and absent outside Chromium. A quarter of it is ours to use. */
const DEFAULT_DEVICE_GIB = 4;
const GIB = 1024 ** 3;

/** A download copies the file after the click; a large one to a slow disk takes this long at most. */
const DISCARD_AFTER_MS = 60_000;

export async function openConversionCore(): Promise<ConversionCore> {
  const planner = plannerFor(await probeCapabilities());
  const runner = createRunner({
    spawn: spawnBrowserWorker,
    maxWorkers: Math.max(1, Math.min(8, navigator.hardwareConcurrency || 2)),
    memoryBudgetBytes: (deviceGib() / 4) * GIB,
    estimateBytes,
  });
  return {
    detect: async (file) => detectFormat({ ...(await readHead(file)), name: file.name }, publicFormats()),
    targets: (from) => targetsOf(planner, from),
    reachable: (from) => [...planner.targetsOf(from).keys()],
    isProven: (from) => provenTargets('browser', from) !== undefined,
    optionsFor: (from, to) => planned(planner, from, to, (plan) => planner.optionsOf(plan)) ?? {},
    combines: (from, to) => planned(planner, from, to, (plan) => planner.combines(plan)) ?? false,
    convert: (job) => convert(planner, runner, job),
    nameOf: (inputName, to, label) => outputName(inputName, formatById(to)?.extensions[0] ?? to, label),
    discard: (results) => void setTimeout(() => void discardStored(results), DISCARD_AFTER_MS),
  };
}

function deviceGib(): number {
  return 'deviceMemory' in navigator && typeof navigator.deviceMemory === 'number' ? navigator.deviceMemory : DEFAULT_DEVICE_GIB;
}

function planned<T>(planner: Planner, from: FormatId, to: FormatId, read: (plan: Plan) => T): T | undefined {
  const answer = planner.plan(from, to);
  return answer.ok ? read(answer.plans[0]) : undefined;
}

/** Only what was proven; everything the plans reach for a format nobody had a file of. */
function targetsOf(planner: Planner, from: FormatId): readonly Target[] {
  const place = (id: FormatId): number => {
    const at = COMMON.indexOf(id);
    return at === -1 ? COMMON.length : at;
  };
  const proven = provenTargets('browser', from);
  return [...planner.targetsOf(from)]
    .filter(([id]) => proven?.has(id) ?? true)
    .flatMap(([id, fidelity]) => {
      const format = formatById(id);
      return format ? [{ format, lossy: fidelity === 'lossy', picture: fidelity === 'picture' }] : [];
    })
    .sort((a, b) => place(a.format.id) - place(b.format.id) || a.format.name.localeCompare(b.format.name, 'en'));
}

async function convert(planner: Planner, runner: Runner, { from, to, ...job }: CoreJob): Promise<JobResult> {
  const answer = planner.plan(from, to);
  if (!answer.ok) return { ok: false, code: 'no-route', detail: answer.refusal.reason, attempts: [] };
  return runner.run({ ...job, plans: answer.plans, options: knownOptions(planner, answer.plans[0], job.options) });
}

/** A form may still hold options of a target chosen before. */
function knownOptions(planner: Planner, plan: Plan, values: OptionValues): OptionValues {
  const schema = planner.optionsOf(plan);
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(schema, name)));
}
