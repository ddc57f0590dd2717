import type { FileLimits } from '@bakkum/api-contract/limits';
import type { OptionValues } from '@bakkum/conversion/options';
import type { WayKind } from '@bakkum/conversion/ways';
import { nextTask } from '../../../document/next-task.ts';
import { createListeners } from '../../../state/create-store.ts';
import { ChosenTargets } from '../../../targets/chosen-targets.ts';
import type { LastTargets } from '../../../targets/last-targets.ts';
import { rememberFolder } from '../add/dropped-files.ts';
import type { ConversionCore } from '../conversion-core.ts';
import { createEstimator } from '../estimate/estimates.ts';
import { ThroughputHistory, type Work } from '../estimate/throughput-history.ts';
import { endState } from '../run/end-state.ts';
import { mostMemoryFirst, takeNext } from '../run/starting-order.ts';
import { recordConversion } from '../statistics/device-record.ts';
import { AUTO_EXTRACT_LIMITS, isAutoExtractable, leftToUser } from './auto-extraction.ts';
import { chooseTarget, offeredTargets, startingOptions, storedOffline } from './choose-target.ts';
import {
  type Change,
  type Completed,
  type ConversionState,
  EMPTY_STATE,
  type FileItem,
  type FileState,
  hasFailed,
  isBusy,
  isChoosable,
  lookAt,
  readyItems,
  reduce,
  resultsOf,
  type SeenFile,
} from './conversion-state.ts';

type Options = {
  readonly loadCore: () => Promise<ConversionCore>;
  /** How many files "convert all" converts at the same time. */
  readonly parallel: number;
  /** How many of them may use a large engine. Default 1. */
  readonly parallelLarge?: number;
  readonly now?: () => number;
  readonly lastTargets?: LastTargets;
};

type Addition = {
  /** The target of every file that supports it; `same` for its own format. */
  readonly wanted?: string | undefined;
  /** Options to start with, of files that have the format `wanted` already. */
  readonly options?: OptionValues | undefined;
  /** The archive that the files are from. It stays if some of them are too many. */
  readonly replaced?: number | undefined;
  /** Limits other than those of the list. */
  readonly limits?: FileLimits | undefined;
};

/** A file of an earlier page with its settings and results. */
export type Restored = Pick<FileItem, 'file' | 'folder' | 'target' | 'way' | 'options'> & {
  readonly state?: Completed | undefined;
};

/** Returns a result's name, given its default name and its place in the list, from 1. */
export type Naming = (name: string, place: number) => string;

/** An earlier page accepted the files. This page may still have the limits of the free plan. */
const NO_LIMITS: FileLimits = { files: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };

const RENDER_INTERVAL_MS = 100;
/** Milliseconds in which removed files can be restored; they and their results stay in memory for that long. */
const UNDO_MS = 60_000;
/** Files inspected at the same time. Each is read from disk, and the page must stay responsive in between. */
const INSPECTION_CONCURRENCY = 6;
/** Files whose names and sizes are read before yielding to the page. */
const INSPECTION_BATCH = 25;
/** From this many files on, background updates are shown as rarely as progress, because each one rerenders the list. */
const MANY_FILES = 20;

/** The files of one screen and their state. Listeners are called after every change. */
export class ConversionStore {
  readonly #options: Options;
  readonly #chosen: ChosenTargets;
  readonly #listeners = createListeners();
  readonly #running = new Map<number, AbortController>();
  readonly #throughput = new ThroughputHistory();
  /** Progress not shown yet. */
  readonly #soon = new Map<number, FileState>();
  /** Ids in starting order, and how many lanes process them. */
  readonly #queue: number[] = [];
  #lanes = 0;
  readonly #inLanes = new Set<number>();
  #telling: ReturnType<typeof setTimeout> | undefined;
  #removing: ReturnType<typeof setTimeout> | undefined;
  #naming: Naming | undefined;
  #state = EMPTY_STATE;
  #lastId = 0;
  #core: Promise<ConversionCore> | undefined;
  #loadedCore: ConversionCore | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#chosen = new ChosenTargets(options.lastTargets);
  }

  readonly subscribe = this.#listeners.subscribe;
  readonly snapshot = (): ConversionState => this.#state;
  readonly initial = (): ConversionState => EMPTY_STATE;

  /** Loads the core once; retries after a failed load. */
  core(): Promise<ConversionCore> {
    this.#core ??= this.#options.loadCore().then(
      (core) => {
        this.#loadedCore = core;
        this.#listeners.notify();
        return core;
      },
      (error: unknown) => {
        this.#core = undefined;
        throw error;
      },
    );
    return this.#core;
  }

  /** The core, once it is loaded. Files that are added load it. */
  readonly loadedCore = (): ConversionCore | undefined => this.#loadedCore;

  /** Adds files. An archive alone is extracted without a click, because most are added for the files inside. */
  async add(files: readonly File[], addition: Addition = {}): Promise<void> {
    const [first, ...others] = await this.#add(files, addition);
    if (first && others.length === 0 && (await this.#mayAutoExtract(first.id))) void this.#run(first.id, { isAuto: true });
  }

  async #mayAutoExtract(id: number): Promise<boolean> {
    if (!this.#item(id)?.format) return false;
    const core = await this.core();
    const isOnDisk = (await core.resultsInMemory()) === undefined;
    return isOnDisk && isAutoExtractable(this.#item(id), core.declaresSizes);
  }

  async #add(files: readonly File[], { wanted, options, replaced, limits }: Addition = {}): Promise<readonly FileItem[]> {
    const firstId = this.#lastId + 1;
    this.#lastId += files.length;
    const seen: SeenFile[] = [];
    for (const file of files) {
      seen.push(lookAt(file));
      if (seen.length % INSPECTION_BATCH === 0) await nextTask();
    }
    this.finishRemoval();
    this.#change({ type: 'added', files: seen, firstId, replaced, limits });
    const added = this.#state.items.filter((item) => item.id >= firstId && item.id < firstId + files.length);
    const waiting = [...added];
    const facts: Promise<void>[] = [];
    const lane = async (): Promise<void> => {
      for (let item = waiting.shift(); item; item = waiting.shift()) {
        const format = await this.#identify(item, wanted, options);
        if (format !== undefined) facts.push(this.#readFacts(item, format));
      }
    };
    await Promise.all(Array.from({ length: INSPECTION_CONCURRENCY }, lane));
    await Promise.all(facts);
    return added;
  }

  /** Adds files of an earlier page with their targets and results, whatever the limits. If that fails, it adds none. */
  async restore(files: readonly Restored[]): Promise<void> {
    const core = await this.core();
    for (const { file, folder } of files) if (folder !== undefined) rememberFolder(file, folder);
    const added = files.map(({ file }) => file);
    await this.#add(added, { limits: NO_LIMITS }).catch((error: unknown) => {
      this.#enter({ ...this.#state, items: this.#state.items.filter(({ file }) => !added.includes(file)) });
      throw error;
    });
    for (const { file, target, way, options, state } of files) {
      const item = this.#state.items.find((candidate) => candidate.file === file);
      if (!item?.format || item.state.status !== 'pending') continue;
      const known = core.targets(item.format.id).some(({ format }) => format.id === target);
      const chosen = known && target !== undefined ? { target, way, ...(state && { state }) } : {};
      this.#change({ type: 'changed', id: item.id, item: { ...chosen, options, restored: true } });
      void this.#foresee(item.id);
    }
  }

  /** Sets a target that the user chose, which becomes the default for later files of this format unless it fails. */
  choose(id: number, target: string): void {
    const from = this.#item(id)?.format?.id;
    if (from !== undefined) this.#chosen.choose(from, target);
    this.setTarget(id, target);
  }

  setTarget(id: number, target: string): void {
    this.#change({
      type: 'changed',
      id,
      item: { target, way: undefined, reason: undefined, passedOver: undefined, state: { status: 'pending' } },
    });
    void this.#foresee(id);
  }

  /**
   * A file that does not support `target` keeps its own choice and is marked; one that already has that format keeps its result.
   */
  chooseForAll(target: string, fits: (item: FileItem) => boolean, ids?: ReadonlySet<number>): void {
    for (const item of this.#state.items.filter((each) => isChoosable(each) && (ids?.has(each.id) ?? true))) {
      if (!fits(item)) this.#change({ type: 'changed', id: item.id, item: { passedOver: target } });
      else if (item.target === target && item.state.status === 'completed')
        this.#change({ type: 'changed', id: item.id, item: { passedOver: undefined } });
      else this.choose(item.id, target);
    }
  }

  chooseWay(id: number, way: WayKind): void {
    this.#change({ type: 'changed', id, item: { way, state: { status: 'pending' } } });
  }

  setOption(id: number, name: string, value: string | number | boolean | null): void {
    const item = this.#item(id);
    if (item)
      this.#change({ type: 'changed', id, item: { options: { ...item.options, [name]: value }, state: { status: 'pending' } } });
  }

  /** Returns to "pending" without a target, as *Try again* requires. */
  tryAgain(id: number): void {
    const item = this.#item(id);
    if (!item) return;
    const { target: _, way: __, ...rest } = item;
    this.#enter({
      ...this.#state,
      items: this.#state.items.map((other) => (other.id === id ? { ...rest, state: { status: 'pending' } } : other)),
    });
  }

  /** @param parallel how many at the same time, including running ones */
  async convertAll(parallel = this.#options.parallel): Promise<void> {
    const ready = readyItems(this.#state.items);
    for (const { id } of ready) this.#setState(id, { status: 'queued' });
    const core = await this.core();
    this.#queue.push(...mostMemoryFirst(ready, (item) => engineBytes(core, item)).map(({ id }) => id));
    await this.#work(parallel);
  }

  async #work(parallel: number): Promise<void> {
    const core = await this.core();
    const lane = async (): Promise<void> => {
      this.#lanes += 1;
      try {
        while (!this.#state.paused) {
          const id = takeNext(this.#queue, this.#inLanes, {
            bytesOf: (each) => engineBytes(core, this.#item(each)),
            maxLarge: this.#options.parallelLarge ?? 1,
          });
          if (id === undefined) break;
          if (this.#item(id)?.state.status !== 'queued') continue;
          this.#inLanes.add(id);
          await this.convert(id).finally(() => this.#inLanes.delete(id));
        }
      } finally {
        this.#lanes -= 1;
      }
    };
    await Promise.all(Array.from({ length: Math.max(0, parallel - this.#lanes) }, lane));
  }

  /** Running conversions finish; nothing new starts. */
  pause(): void {
    this.#change({ type: 'paused', paused: true });
  }

  async resume(parallel = this.#options.parallel): Promise<void> {
    this.#change({ type: 'paused', paused: false });
    await this.#work(parallel);
  }

  /** Retries every failed file with its settings. Those that wait for a password have their own button. */
  async retryFailed(parallel = this.#options.parallel): Promise<void> {
    for (const { id } of this.#state.items.filter(hasFailed)) this.#setState(id, { status: 'pending' });
    await this.convertAll(parallel);
  }

  /** Sets how results are named; by default like their sources. */
  nameBy(naming: Naming | undefined): void {
    this.#naming = naming;
  }

  async convert(id: number): Promise<void> {
    await this.#run(id, { isAuto: false });
  }

  /** @param isAuto not requested by the user: limited in size, not counted, and left to the user if it fails */
  async #run(id: number, { isAuto }: { readonly isAuto: boolean }): Promise<void> {
    const item = this.#item(id);
    if (!item?.target || !item.format) return;
    const controller = new AbortController();
    this.#running.set(id, controller);
    const now = this.#options.now ?? (() => performance.now());
    const startedAt = now();
    const estimate = createEstimator(now);
    const maxBytes = isAuto ? AUTO_EXTRACT_LIMITS.files : Number.POSITIVE_INFINITY;
    let fetched = false;
    this.#setState(id, { status: 'queued' });
    const core = await this.core();
    const result = await core.convert({
      inputs: [item.file],
      from: item.format.id,
      to: item.target,
      way: item.way,
      options: item.options,
      isAuto,
      signal: controller.signal,
      onStart: () => this.#setState(id, { status: 'converting', startedAt }),
      onProgress: (progress) => {
        if (progress.stage === 'working' && (progress.resultBytes ?? 0) > maxBytes) controller.abort();
        fetched ||= progress.stage === 'loading' && progress.loadedBytes !== undefined;
        this.#setSoon(id, { status: 'converting', startedAt, ...estimate(progress) });
      },
    });
    if (this.#running.get(id) !== controller) {
      if (result.ok) core.discard(result.files.map(({ blob }) => blob));
      return; // removed meanwhile
    }
    this.#running.delete(id);
    if (!isAuto) recordConversion(result);
    this.#chosen.ended(item.format.id, item.target, result.ok ? undefined : result.code);
    if (result.ok && !fetched) this.#throughput.record(workOf(item, item.format.id, item.target), result.elapsedMs);
    const end = endState(core, item, item.target, result, this.#renaming(id));
    this.#setState(id, isAuto ? leftToUser(end) : end);
    if (fetched) this.foreseeAll();
  }

  #renaming(id: number): (name: string) => string {
    const place = this.#state.items.findIndex((other) => other.id === id) + 1;
    const naming = this.#naming;
    return (name) => naming?.(name, place) ?? name;
  }

  /** Finds again what must be downloaded, because more may be stored by now. */
  foreseeAll(): void {
    for (const { id } of this.#state.items) void this.#foresee(id);
  }

  /** Returns the milliseconds a conversion will probably take, based on a similar one on this device; `undefined` without one. */
  expectedMs(item: FileItem): number | undefined {
    return item.format && item.target ? this.#throughput.expect(workOf(item, item.format.id, item.target)) : undefined;
  }

  cancel(id: number): void {
    const running = this.#running.get(id);
    if (running) running.abort();
    else this.#setState(id, { status: 'pending' });
  }

  cancelAll(): void {
    for (const item of this.#state.items) if (isBusy(item)) this.cancel(item.id);
  }

  /** Removes a file; `undoRemoval` restores it within a minute, with those removed shortly before. */
  remove(id: number): void {
    this.#forget(id);
    this.#change({ type: 'removed', id });
    this.#finishRemovalLater();
  }

  /** Empties the list; `undoRemoval` restores it within a minute. */
  clear(): void {
    this.#queue.length = 0;
    for (const item of this.#state.items) this.#forget(item.id);
    this.#change({ type: 'cleared' });
    this.#finishRemovalLater();
  }

  #finishRemovalLater(): void {
    clearTimeout(this.#removing);
    this.#removing = setTimeout(() => this.finishRemoval(), UNDO_MS);
  }

  undoRemoval(): void {
    clearTimeout(this.#removing);
    this.#change({ type: 'removal-undone' });
    for (const item of this.#state.items) if (item.state.status === 'reading') void this.#identify(item);
  }

  /** Frees what `undoRemoval` would restore. */
  finishRemoval(): void {
    clearTimeout(this.#removing);
    if (this.#state.removed.length > 0) this.#change({ type: 'removal-final' });
  }

  limitTo(limits: FileLimits): void {
    if (limits !== this.#state.limits) this.#change({ type: 'limited', limits });
  }

  closeNotice(): void {
    this.#change({ type: 'notice-closed' });
  }

  /** Returns the detected format, if it converts to anything. */
  async #identify(item: FileItem, wanted?: string, options?: OptionValues): Promise<string | undefined> {
    const core = await this.core();
    const { format: detected, claimed, encrypted, traits } = await core.detect(item.file);
    const elsewhere = detected !== undefined && core.notHere(detected.id).length > 0;
    const isConvertible = detected !== undefined && core.targets(detected.id).length > 0;
    const format = isConvertible || encrypted || elsewhere ? detected : core.fallback;
    const targets = offeredTargets(core, format, encrypted);
    const known = {
      ...(format ? { format: { id: format.id, name: (detected ?? format).name } } : {}),
      ...(claimed ? { claimed: claimed.name } : {}),
      ...(traits.transparent ? { transparent: true } : {}),
    };
    if (!format || targets.length === 0) {
      const code = encrypted ? 'encrypted' : elsewhere ? 'needs-capability' : 'unsupported-type';
      this.#learn(item.id, { ...known, state: { status: 'unsupported', code } });
      return undefined;
    }
    const last = this.#chosen.of(format.id);
    const chosen = chooseTarget({ ...format, ...traits }, targets, {
      wanted,
      last,
      stored: await storedOffline(core, format.id),
    });
    this.#learn(item.id, { ...known, ...chosen, ...startingOptions(format.id, wanted, options), state: { status: 'pending' } });
    void this.#foresee(item.id);
    return format.id;
  }

  async #readFacts({ id, file }: FileItem, format: string): Promise<void> {
    const facts = await (await this.core()).facts(file, format);
    this.#learn(id, { facts });
  }

  /** Finds what must be downloaded before a conversion, so that it can be shown; starts engines that are already here. */
  async #foresee(id: number): Promise<void> {
    const item = this.#item(id);
    if (!item?.format || !item.target || isBusy(item)) return;
    const bytesToFetch = await (await this.core()).foresee(item.format.id, item.target);
    const isNews = item.bytesToFetch !== bytesToFetch && !(bytesToFetch === 0 && item.bytesToFetch === undefined);
    if (isNews && this.#item(id)?.target === item.target) this.#learn(id, { bytesToFetch });
  }

  #forget(id: number): void {
    const running = this.#running.get(id);
    this.#running.delete(id);
    running?.abort();
  }

  #item(id: number): FileItem | undefined {
    return this.#state.items.find((item) => item.id === id);
  }

  /** Progress of all files is shown together ten times a second, because each update rerenders the list. */
  #setSoon(id: number, state: FileState): void {
    if (this.#soon.size === 0) setTimeout(() => this.#showSoon(), RENDER_INTERVAL_MS);
    this.#soon.set(id, state);
  }

  #showSoon(): void {
    const changes = [...this.#soon].map(([changed, soon]): Change => ({ type: 'changed', id: changed, item: { state: soon } }));
    this.#soon.clear();
    if (changes.length > 0) this.#enter(changes.reduce(reduce, this.#state));
  }

  #setState(id: number, state: FileState): void {
    this.#soon.delete(id);
    this.#learn(id, { state });
  }

  #change(change: Change): void {
    this.#enter(reduce(this.#state, change));
  }

  /** Applies a change not caused by the user. Long lists render it later, in batches. */
  #learn(id: number, item: Partial<Omit<FileItem, 'id' | 'file'>>): void {
    this.#enter(reduce(this.#state, { type: 'changed', id, item }), this.#state.items.length > MANY_FILES);
  }

  /** Frees the disk space of results that the new state no longer holds. */
  #enter(state: ConversionState, soon = false): void {
    const kept = new Set(resultsOf(state));
    const dropped = resultsOf(this.#state).filter((blob) => !kept.has(blob));
    this.#state = state;
    if (dropped.length > 0) void this.core().then((core) => core.discard(dropped));
    if (soon) this.#telling ??= setTimeout(() => this.#tell(), RENDER_INTERVAL_MS);
    else this.#tell();
  }

  #tell(): void {
    clearTimeout(this.#telling);
    this.#telling = undefined;
    this.#listeners.notify();
  }
}

function engineBytes(core: ConversionCore, item: FileItem | undefined): number {
  return item?.format && item.target ? core.engineBytes(item.format.id, item.target) : 0;
}

function workOf({ options, facts = {} }: FileItem, from: string, to: string): Work {
  return { from, to, options, facts };
}
