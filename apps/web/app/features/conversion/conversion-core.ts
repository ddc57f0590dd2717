/** Everything a conversion needs. Loaded with the first file, never before. */
import type { Capability } from '@bakkum/conversion/capabilities';
import { planCombination, planComparison, planSignature, runCombination } from '@bakkum/conversion/combination';
import type { FormatId } from '@bakkum/conversion/engine';
import { type Fidelity, fidelityRank } from '@bakkum/conversion/fidelity';
import type { OptionsSchema, OptionValues } from '@bakkum/conversion/options';
import { outputName } from '@bakkum/conversion/output-name';
import type { Plan, Planner } from '@bakkum/conversion/planner';
import { createRunner, type Job, type JobResult, type Runner } from '@bakkum/conversion/runner';
import { preferring, type Way, type WayKind, waysOf } from '@bakkum/conversion/ways';
import type { Detection } from '@bakkum/formats/detect';
import type { Family, Format } from '@bakkum/formats/format';
import { probeCapabilities } from '@bakkum/registry/browser/capabilities.browser';
import { bytesToFetch, isLargeEngine, recognitionBytesToFetch } from '@bakkum/registry/browser/kept-assets.browser';
import { plannedMemory } from '@bakkum/registry/browser/optional-apis.browser';
import { discardStored, sessionFolder } from '@bakkum/registry/browser/session-storage.browser';
import { spawnBrowserWorker } from '@bakkum/registry/browser/spawn.browser';
import { estimateBytes, fallbackFormat, formatById, heldBytes, plannerFor } from '@bakkum/registry/catalogue';
import { provenTargets } from '@bakkum/registry/proven-pairs';
import { CONTENTS, declaresSizes, hasContents } from '@bakkum/registry/targets/archive-contents';
import type { PictureTraits } from '@bakkum/registry/targets/picture-traits';
import { withScreenOn } from '../../document/screen-wake-lock.ts';
import { tellVisit } from '../../document/tell-visit.ts';
import {
  chooseEngines,
  chosenEngines,
  filesOf,
  findLoadedEngines,
  keepFiles,
  readEngineFiles,
  roomOf,
} from '../../engine-storage/kept-engines.ts';
import { regionalPaper, withRegionalPaper } from '../../options/regional-paper.ts';
import { withoutSound } from '../../options/relevant-options.ts';
import { offline } from '../../state/network.ts';
import { detectFile } from '../../targets/detect-file.ts';
import type { Target } from '../../targets/target.ts';
import { compareTargets } from '../../targets/target-order.ts';
import { type NamedContents, namedContents } from './contents/named-contents.ts';
import type { Facts } from './file-facts/facts.ts';
import { createFactsReader } from './file-facts/facts-reader.ts';
import { createPreviews, type Previews } from './preview/previews.ts';
import { type ReplaceablePlanner, replaceablePlanner } from './replaceable-planner.ts';
import { TrialResults } from './trial/trial-results.ts';

export type ConversionCore = Previews & {
  detect(file: File): Promise<Detection & { readonly traits: PictureTraits }>;
  /** The format of files that are not recognized or that nothing else converts. */
  readonly fallback: Format | undefined;
  /** Returns the offered targets of a format, the most popular first. Empty if nothing reads it. */
  targets(from: FormatId): readonly Target[];
  /** Returns every format that some plan reaches, offered or not. */
  reachable(from: FormatId): readonly FormatId[];
  /** Whether conversions from this format were ever tested with a real file. */
  isProven(from: FormatId): boolean;
  /** Returns the fidelity on this device if another device would do better; `undefined` if none would. */
  lesserHere(from: FormatId, to: FormatId): Fidelity | undefined;
  /** Returns whether files of this format can be opened with a password. */
  takesPassword(from: FormatId): boolean;
  /** Returns the targets that only other devices offer, the most popular first. */
  notHere(from: FormatId): readonly Format[];
  /**
   * Returns the bytes to download before this conversion can start. If there are none, a large engine it needs is started ahead.
   */
  foresee(from: FormatId, to: FormatId): Promise<number>;
  /** Returns the compressed bytes to download before text can be recognized in this conversion; 0 if they are stored. */
  recognitionDownload(from: FormatId, to: FormatId): Promise<number>;
  /** Returns the targets whose engines are on this device; undefined if that can't be found out. */
  storedTargets(from: FormatId): Promise<ReadonlySet<FormatId> | undefined>;
  /** Downloads what a conversion needs, and keeps it. Returns `full` if there is no room, and rejects if the network fails. */
  keepForOffline(from: FormatId, to: FormatId, onProgress: (fraction: number) => void): Promise<'kept' | 'full'>;
  /** Returns the routes that differ in kind, the default first. */
  ways(from: FormatId, to: FormatId): readonly Way[];
  optionsFor(from: FormatId, to: FormatId, way?: WayKind): OptionsSchema;
  /** Returns whether files of this format can be combined into `to`. */
  combines(from: FormatId, to: FormatId): boolean;
  /** Audio and video. */
  isRecording(id: FormatId): boolean;
  /** Returns the options of a combination of files of these formats; empty if one of them cannot take part. */
  combinedOptions(sources: readonly FormatId[], to: FormatId): OptionsSchema;
  convert(job: CoreJob): Promise<JobResult>;
  /** Converts to see what it becomes. `convert` takes over the last result if the file and the settings are the same. */
  trial(job: CoreJob): Promise<JobResult>;
  /** Combines all inputs into one file, in their order. A failure names its input if known. */
  combine(job: CombineJob): Promise<JobResult>;
  /** Compares two files and describes their differences as `to`: `json`, `txt` or `pdf`. A failure names its input if known. */
  compare(job: CompareJob): Promise<JobResult>;
  /** Signs a file with a certificate file, as PDF. Neither is stored. A failure names its input if known. */
  sign(job: SignJob): Promise<JobResult>;
  /** Returns the bytes of memory that the engines of a conversion need, without its file. */
  engineBytes(from: FormatId, to: FormatId): number;
  /** Whether archives of this format state the sizes of their files, so that extraction stops early at a limit. */
  declaresSizes(from: FormatId): boolean;
  /** Returns the display name of a format. */
  formatName(id: FormatId): string;
  formatOf(id: FormatId): Format | undefined;
  familyOf(id: FormatId): Family | undefined;
  /** Reads facts about a file without converting it. Empty if this browser cannot read it. */
  facts(file: Blob, from: FormatId): Promise<Facts>;
  nameOf(inputName: string, to: FormatId, label?: string): string;
  /** Names the files extracted from an archive. */
  namedContents: NamedContents;
  /** Bytes of results that fit in memory, where the browser offers no disk for them (private windows); undefined elsewhere. */
  resultsInMemory(): Promise<number | undefined>;
  /** Frees the disk space of results, after a delay that lets a download in progress finish. */
  discard(results: readonly Blob[]): void;
};

export type CoreJob = Pick<Job, 'inputs' | 'options' | 'signal' | 'onProgress' | 'onStart'> & {
  readonly from: FormatId;
  readonly to: FormatId;
  /** The kind of route to try first. */
  readonly way?: WayKind | undefined;
  /** Not requested by the user: only the first plan is tried, and it is not counted in the statistics. */
  readonly isAuto?: boolean;
};

export type CombineJob = Omit<CoreJob, 'from'> & { readonly sources: readonly FormatId[] };

export type CompareJob = Omit<CombineJob, 'sources'> & { readonly sources: readonly [FormatId, FormatId] };

export type SignJob = Omit<CoreJob, 'to' | 'way' | 'inputs'> & { readonly inputs: readonly [file: Blob, certificate: Blob] };

const GIB = 1024 ** 3;

/** Milliseconds a download may take to copy its file after the click, also a large one to a slow disk. */
const DISCARD_AFTER_MS = 60_000;

export async function openConversionCore(): Promise<ConversionCore> {
  const host = await probeCapabilities();
  const all = plannerFor(host);
  const elsewhere = OFFICE_NEEDS.every((need) => host.has(need)) ? all : plannerFor(new Set([...host, ...OFFICE_NEEDS]));
  const planner = replaceablePlanner(all);
  const { remembered } = planner;
  const runner = openRunner(host, planner);
  const run = (job: CoreJob & { readonly firstPlanOnly?: boolean }) => planner.run(() => convert(planner, runner, job));
  const trials = new TrialResults(discardSoon);
  return {
    detect: detectFile,
    fallback: fallbackFormat(),
    // Rows ask on every render.
    targets: remembered((from: FormatId) => targetsOf(planner, from)),
    reachable: (from) => [...planner.targetsOf(from).keys()],
    isProven: (from) => provenTargets('browser', from) !== undefined,
    lesserHere: (from, to) => lesser(plansOf(planner, from, to)[0], plansOf(elsewhere, from, to)[0]),
    takesPassword: remembered((from: FormatId) => takesPassword(planner, from)),
    notHere: remembered((from: FormatId) => missingTargets(planner, elsewhere, from)),
    foresee: async (from, to) => planned(planner, from, to, (plan) => foresee(runner, plan)) ?? 0,
    recognitionDownload: async (from, to) =>
      planned(planner, from, to, ({ steps }) => recognitionBytesToFetch(steps.map(({ engine }) => engine))) ?? 0,
    storedTargets: (from) => storedTargets(planner, from),
    keepForOffline: (from, to, onProgress) => keepForOffline(plansOf(planner, from, to)[0], onProgress),
    ways: (from, to) => waysOf(plansOf(planner, from, to), isInterchange),
    optionsFor: (from, to, way) => planned(planner, from, to, (plan) => optionsOf(planner, plan), way) ?? {},
    combines: rememberedPair(remembered, (from, to) => isCombined(planner, from, to)),
    isRecording,
    combinedOptions: (sources, to) => withRegionalPaper(planCombination(planner, sources, to)?.options ?? {}, navigator.language),
    convert: ({ isAuto = false, ...job }) => {
      if (isAuto) return withScreenOn(run({ ...job, firstPlanOnly: true }));
      const made = trials.take(job.inputs[0], job);
      return told(`${job.from}-to-${job.to}`, made ? Promise.resolve(made) : withScreenOn(run(job)));
    },
    trial: async (job) => {
      const result = await run(job);
      trials.remember(job.inputs[0], job, result);
      return result;
    },
    combine: (job) =>
      told(`${job.sources[0] ?? 'none'}-to-${job.to}`, withScreenOn(planner.run(() => combine(planner, runner, job)))),
    compare: (job) =>
      told(`compare-${job.sources[0]}-to-${job.to}`, withScreenOn(planner.run(() => compare(planner, runner, job)))),
    sign: (job) =>
      told(
        `sign-${job.from}-to-pdf`,
        planner.run(() => sign(planner, runner, job)),
      ),
    engineBytes: rememberedPair(remembered, (from, to) => planned(planner, from, to, (plan) => estimateBytes(plan, 0)) ?? 0),
    declaresSizes: (from) => declaresSizes(planner, from),
    formatName: (id) => formatById(id)?.name ?? id.toUpperCase(),
    formatOf: formatById,
    familyOf: (id) => formatById(id)?.family,
    ...createPreviews(planner, run),
    facts: createFactsReader(formatById),
    nameOf: (inputName, to, label) => outputName(inputName, formatById(to)?.extensions[0] ?? to, label),
    namedContents,
    resultsInMemory: async () => ((await sessionFolder()) === undefined ? memoryBudget() : undefined),
    discard: discardSoon,
  };
}

function openRunner(host: ReadonlySet<Capability>, planner: ReplaceablePlanner): Runner {
  return createRunner({
    spawn: spawnBrowserWorker,
    maxWorkers: Math.max(1, Math.min(8, navigator.hardwareConcurrency || 2)),
    memoryBudgetBytes: memoryBudget(),
    estimateBytes,
    heldBytes,
    onUnfit: (engine) => {
      // Some browsers run the full office engine incorrectly (decision 084).
      if (isLargeEngine(engine)) planner.replace(plannerFor(new Set([...host].filter((each) => each !== 'large-memory'))));
    },
  });
}

function discardSoon(results: readonly Blob[]): void {
  setTimeout(() => void discardStored(results), DISCARD_AFTER_MS);
}

/** Capabilities that a device may lack, for engines of a gigabyte. */
const OFFICE_NEEDS: readonly Capability[] = ['threads', 'large-memory'];

function missingTargets(here: Planner, elsewhere: Planner, from: FormatId): readonly Format[] {
  const reached = new Set(targetsOf(here, from).map(({ format }) => format.id));
  return targetsOf(elsewhere, from).flatMap(({ format }) => (reached.has(format.id) ? [] : [format]));
}

function takesPassword(planner: Planner, from: FormatId): boolean {
  const isAsked = ({ steps: [first] }: Plan): boolean => Object.hasOwn(planner.optionsOfStep(first), 'password');
  return targetsOf(planner, from).some(({ format }) => plansOf(planner, from, format.id).some(isAsked));
}

function lesser(here: Plan | undefined, elsewhere: Plan | undefined): Fidelity | undefined {
  if (!here || !elsewhere) return undefined;
  if (fidelityRank(here.kept) > fidelityRank(elsewhere.kept)) return here.kept;
  return fidelityRank(here.fidelity) > fidelityRank(elsewhere.fidelity) ? here.fidelity : undefined;
}

async function foresee(runner: Runner, plan: Plan): Promise<number> {
  const engines = plan.steps.map(({ engine }) => engine);
  const bytes = await bytesToFetch(engines);
  if (bytes === 0 && engines.some(isLargeEngine)) runner.warm(plan);
  return bytes;
}

let loadedEngines: ReturnType<typeof findLoadedEngines> | undefined;

/** Every row asks while offline, and the answer changes only with a connection. */
function loadedOffline(): ReturnType<typeof findLoadedEngines> {
  if (loadedEngines) return loadedEngines;
  const forget = offline.subscribe(() => {
    loadedEngines = undefined;
    forget();
  });
  loadedEngines = findLoadedEngines();
  return loadedEngines;
}

/** Several engines may convert a pair; one of them is enough. */
async function storedTargets(planner: Planner, from: FormatId): Promise<ReadonlySet<FormatId> | undefined> {
  try {
    const areLoaded = await loadedOffline();
    const isStored = (to: FormatId): boolean =>
      plansOf(planner, from, to).some(({ steps }) => areLoaded(steps.map(({ engine }) => engine)));
    return new Set(targetsOf(planner, from).flatMap(({ format }) => (isStored(format.id) ? [format.id] : [])));
  } catch {
    return undefined; // the list of files isn't stored
  }
}

async function keepForOffline(plan: Plan | undefined, onProgress: (fraction: number) => void): Promise<'kept' | 'full'> {
  const engines = plan?.steps.map(({ engine }) => engine) ?? [];
  const files = filesOf(await readEngineFiles(), engines);
  const room = await roomOf(files);
  let done = room.kept;
  const count = (bytes: number): void => {
    done += bytes;
    onProgress(Math.min(1, done / room.all));
  };
  const end = await keepFiles(files, count, new AbortController().signal);
  if (end === 'kept') chooseEngines([...chosenEngines(), ...engines]);
  return end;
}

/** A quarter of the memory, in bytes. */
function memoryBudget(): number {
  return (plannedMemory() / 4) * GIB;
}

function planned<T>(planner: Planner, from: FormatId, to: FormatId, read: (plan: Plan) => T, way?: WayKind): T | undefined {
  const answer = planner.plan(from, to);
  return answer.ok ? read(preferring(way, answer.plans)[0]) : undefined;
}

function plansOf(planner: Planner, from: FormatId, to: FormatId): readonly Plan[] {
  const answer = planner.plan(from, to);
  return answer.ok ? answer.plans : [];
}

function rememberedPair<T>(
  remembered: ReplaceablePlanner['remembered'],
  answer: (from: FormatId, to: FormatId) => T,
): (from: FormatId, to: FormatId) => T {
  const perSource = remembered((from: FormatId) => remembered((to: FormatId) => answer(from, to)));
  return (from, to) => perSource(from)(to);
}

/**
 * Audio combines to audio, video to video or audio. Video could also become pages, one per second, which is not what a user who
 * drops one among photos wants.
 */
function isCombined(planner: Planner, from: FormatId, to: FormatId): boolean {
  const fits = isRecording(from) ? isRecording(to) && !(isSound(from) && !isSound(to)) : true;
  return fits && isOffered(planner, from, to) && planCombination(planner, [from], to) !== undefined;
}

function isSound(id: FormatId): boolean {
  return formatById(id)?.family === 'audio';
}

function forOne(schema: OptionsSchema): OptionsSchema {
  return Object.fromEntries(Object.entries(schema).filter(([, { combined }]) => combined !== 'only'));
}

function isInterchange(id: FormatId): boolean {
  return formatById(id)?.family === 'interchange';
}

function optionsOf(planner: Planner, plan: Plan): OptionsSchema {
  const schema = withRegionalPaper(forOne(planner.optionsOf(plan)), navigator.language);
  return formatById(plan.from)?.family === 'image' ? withoutSound(schema) : schema;
}

function isRecording(id: FormatId): boolean {
  const family = formatById(id)?.family;
  return family === 'audio' || family === 'video';
}

function isOffered(planner: Planner, from: FormatId, to: FormatId): boolean {
  return planner.targetsOf(from).has(to) && (provenTargets('browser', from)?.has(to) ?? true);
}

/** The files of an archive, then only proven pairs; for formats that were never tested with a file, everything the plans reach. */
function targetsOf(planner: Planner, from: FormatId): readonly Target[] {
  const source = formatById(from);
  if (!source) return [];
  const contents = hasContents(planner, source) ? formatById(CONTENTS) : undefined;
  const proven = provenTargets('browser', from);
  const files = [...planner.targetsOf(from)]
    .filter(([id]) => proven?.has(id) ?? true)
    .flatMap(([id, fidelity]) => {
      const format = formatById(id);
      return format ? [{ format, lossy: fidelity === 'lossy', picture: fidelity === 'picture', same: id === from }] : [];
    })
    .sort(compareTargets(source));
  return contents ? [{ format: contents, lossy: false, picture: false, same: false }, ...files] : files;
}

async function convert(
  planner: Planner,
  runner: Runner,
  { from, to, way, firstPlanOnly, ...job }: CoreJob & { readonly firstPlanOnly?: boolean },
): Promise<JobResult> {
  const answer = planner.plan(from, to);
  if (!answer.ok) {
    const code = answer.refusal.reason === 'needs-capability' ? 'needs-capability' : 'no-route';
    return { ok: false, code, detail: answer.refusal.reason, attempts: [] };
  }
  const preferred = preferring(way, answer.plans);
  const schema = planner.optionsOf(preferred[0]);
  const options = { ...regionalPaper(schema, navigator.language), ...knownOptions(schema, job.options) };
  const plans = planner.honoring(preferred, options);
  return runner.run({ ...job, plans: firstPlanOnly ? [plans[0]] : plans, options });
}

/** Reports which pair was converted, how long it took or why it failed: formats and codes, nothing of the file. */
async function told(pair: string, converted: Promise<JobResult>): Promise<JobResult> {
  tellVisit({ event: 'conversion_started', label: pair });
  const result = await converted;
  if (result.ok) tellVisit({ event: 'conversion_completed', label: pair, value: Math.round(result.elapsedMs) });
  else if (result.code !== 'cancelled') tellVisit({ event: 'conversion_failed', category: result.code, label: pair });
  return result;
}

async function combine(planner: Planner, runner: Runner, { sources, to, ...job }: CombineJob): Promise<JobResult> {
  const combination = planCombination(planner, sources, to);
  if (!combination) return { ok: false, code: 'no-route', detail: 'no common engine', attempts: [] };
  const options = {
    ...regionalPaper(combination.options, navigator.language),
    ...knownOptions(combination.options, job.options),
  };
  return runCombination(runner, combination, { ...job, options });
}

async function compare(planner: Planner, runner: Runner, { sources, to, ...job }: CompareJob): Promise<JobResult> {
  const comparison = planComparison(planner, sources, to);
  if (!comparison) return { ok: false, code: 'no-route', detail: 'cannot be compared', attempts: [] };
  return runCombination(runner, comparison, { ...job, options: knownOptions(comparison.options, job.options) });
}

async function sign(planner: Planner, runner: Runner, { from, ...job }: SignJob): Promise<JobResult> {
  const signature = planSignature(planner, from, 'pdf');
  if (!signature) return { ok: false, code: 'no-route', detail: 'cannot be signed', attempts: [] };
  return runCombination(runner, signature, { ...job, options: knownOptions(signature.options, job.options) });
}

/** A form may still hold options of the previous target. */
function knownOptions(schema: OptionsSchema, values: OptionValues): OptionValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(schema, name)));
}
