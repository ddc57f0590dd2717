import type { FormatId, Warning } from '@bakkum/conversion/engine';
import type { ConversionErrorCode } from '@bakkum/conversion/errors';
import type { OptionValue, OptionValues } from '@bakkum/conversion/options';
import { createStore } from '../../../state/create-store.ts';
import type { ConversionCore } from '../conversion-core.ts';
import { type FileItem, isChoosable, type ResultFile } from '../list/conversion-state.ts';
import { arranged, EMPTY_ORDER, moved, type Order } from './combine-order.ts';

/** Targets of a combination, the most popular first. */
const COMBINED_FORMATS: readonly FormatId[] = [
  'pdf',
  'mp4',
  'mp3',
  'gif',
  'webp',
  'apng',
  'tiff',
  'webm',
  'mkv',
  'mov',
  'm4a',
  'wav',
  'flac',
  'opus',
];

export type CombineWork =
  | { readonly status: 'arranging' }
  | { readonly status: 'queued' }
  | { readonly status: 'converting'; readonly startedAt: number; readonly fraction?: number }
  /** `item` is the file it failed on, if known. */
  | { readonly status: 'error'; readonly code: ConversionErrorCode; readonly item?: FileItem };

export type CombinedResult = {
  readonly file: ResultFile;
  readonly to: FormatId;
  readonly count: number;
  readonly elapsedMs: number;
  readonly warnings: readonly Warning[];
};

export type CombineState = Order & {
  readonly open: boolean;
  /** The chosen format, if it is still one of `combinedTargets`. */
  readonly to?: FormatId;
  readonly options: OptionValues;
  /** The files whose pages were arranged, as `filesKey` spells them. */
  readonly arrangedFiles?: string;
  readonly work: CombineWork;
  readonly result?: CombinedResult;
};

export function filesKey(items: readonly FileItem[]): string {
  return items.map(({ id }) => id).join();
}

/** The options for these files in this order. The arranged pages of other files do not apply to them. */
export function optionsFor({ options, arrangedFiles }: CombineState, items: readonly FileItem[]): OptionValues {
  const isForOthers = arrangedFiles !== undefined && arrangedFiles !== filesKey(items);
  return isForOthers ? { ...options, pages: '' } : options;
}

const INITIAL: CombineState = { ...EMPTY_ORDER, open: false, options: {}, work: { status: 'arranging' } };

/** Returns whether any two files can be combined. Called on every render, so it stops at the first match. */
export function canCombine(items: readonly FileItem[], core: ConversionCore): boolean {
  const ready = readyOf(items);
  return ready.length > 1 && COMBINED_FORMATS.some((to) => hasTwoAlike(ready, to, core));
}

/** Returns whether two recordings, or two other files, can be combined into `to`. */
function hasTwoAlike(items: readonly FileItem[], to: FormatId, core: ConversionCore): boolean {
  let [recordings, others] = [0, 0];
  for (const { format } of items) {
    if (!format || !core.combines(format.id, to)) continue;
    if (core.isRecording(format.id)) recordings += 1;
    else others += 1;
    if (recordings > 1 || others > 1) return true;
  }
  return false;
}

function readyOf(items: readonly FileItem[]): readonly FileItem[] {
  return items.filter((item) => isChoosable(item) || hasWork(item));
}

/**
 * Returns the formats that at least two files of the list can be combined into, with those files. The target with most files
 * comes first.
 */
export function combinedTargets(
  items: readonly FileItem[],
  core: ConversionCore,
): readonly { readonly to: FormatId; readonly parts: readonly FileItem[] }[] {
  const ready = readyOf(items);
  return COMBINED_FORMATS.map((to) => ({ to, parts: alike(partsOf(ready, to, core), core) }))
    .filter(({ parts }) => parts.length > 1)
    .sort((a, b) => b.parts.length - a.parts.length);
}

type Combined = { readonly to?: FormatId; readonly parts: readonly FileItem[] };

export const NOTHING_COMBINED: Combined = { parts: [] };

/** Returns the chosen format, or else the first possible one, with the files that take part. */
export function combinationOf(items: readonly FileItem[], core: ConversionCore, chosen?: FormatId): Combined {
  const targets = combinedTargets(items, core);
  return targets.find(({ to }) => to === chosen) ?? targets[0] ?? NOTHING_COMBINED;
}

function partsOf(items: readonly FileItem[], to: FormatId, core: ConversionCore): readonly FileItem[] {
  return items.filter(({ format }) => format && core.combines(format.id, to));
}

/** A video is combined from clips or from images, not from both. */
function alike(items: readonly FileItem[], core: ConversionCore): readonly FileItem[] {
  const recordings = items.filter(({ format }) => format && core.isRecording(format.id));
  return recordings.length > 1 ? recordings : items.filter((item) => !recordings.includes(item));
}

/** A file that is being converted can be combined at the same time, because it does not change. */
function hasWork(item: FileItem): boolean {
  return item.state.status === 'converting' || item.state.status === 'queued';
}

/** Combines several files of the list into one: their order, the options, the progress and the result. */
export class CombineStore {
  readonly #core: ConversionCore;
  readonly #store = createStore(INITIAL);
  #running: AbortController | undefined;

  constructor(core: ConversionCore) {
    this.#core = core;
  }

  readonly subscribe = this.#store.subscribe;
  readonly snapshot = this.#store.snapshot;
  readonly initial = this.#store.initial;

  open(): void {
    this.#set({ open: true, leftOut: new Set() });
  }

  /** Returns to the list; cancels a running combination. */
  close(): void {
    this.cancel();
    this.#set({ open: false });
  }

  move(items: readonly FileItem[], id: number, by: -1 | 1): void {
    const ids = arranged(
      this.snapshot(),
      items.map((item) => item.id),
    );
    this.#set({ order: moved(ids, id, by), work: { status: 'arranging' } });
  }

  leaveOut(id: number): void {
    this.#set({ leftOut: new Set([...this.snapshot().leftOut, id]), work: { status: 'arranging' } });
  }

  chooseFormat(to: FormatId): void {
    this.#set({ to, work: { status: 'arranging' } });
  }

  setOption(name: string, value: OptionValue): void {
    const { arrangedFiles, ...state } = this.snapshot();
    const isTyped = name === 'pages' || arrangedFiles === undefined;
    this.#store.set({ ...state, ...(!isTyped && { arrangedFiles }), options: { ...state.options, [name]: value } });
  }

  /** Sets the pages of these files, which apply only while the files and their order stay the same. */
  arrangePages(items: readonly FileItem[], pages: string): void {
    this.#set({ options: { ...this.snapshot().options, pages }, arrangedFiles: filesKey(items) });
  }

  /** `items` in their order. */
  async combine(items: readonly FileItem[], to: FormatId): Promise<void> {
    const [first, ...rest] = items;
    if (!first || rest.length === 0) return;
    const controller = new AbortController();
    this.#running = controller;
    const startedAt = performance.now();
    this.#set({ work: { status: 'queued' } });
    const result = await this.#core.combine({
      inputs: [first.file, ...rest.map(({ file }) => file)],
      sources: items.map(({ format }) => format?.id ?? ''),
      to,
      options: optionsFor(this.snapshot(), items),
      signal: controller.signal,
      onStart: () => this.#set({ work: { status: 'converting', startedAt } }),
      onProgress: (progress) => {
        const fraction = progress.stage === 'working' ? progress.fraction : undefined;
        this.#set({ work: { status: 'converting', startedAt, ...(fraction === undefined ? {} : { fraction }) } });
      },
    });
    if (this.#running !== controller) {
      if (result.ok) this.#core.discard(result.files.map(({ blob }) => blob));
      return;
    }
    this.#running = undefined;
    if (result.ok) {
      this.#dropResult();
      const file = { blob: result.files[0].blob, name: this.#resultName(items, first, to) };
      const { warnings, elapsedMs } = result;
      this.#set({ open: false, work: { status: 'arranging' }, result: { file, to, count: items.length, warnings, elapsedMs } });
    } else if (result.code === 'cancelled') this.#set({ work: { status: 'arranging' } });
    else {
      const item = result.input === undefined ? undefined : items[result.input];
      this.#set({ work: { status: 'error', code: result.code, ...(item ? { item } : {}) } });
    }
  }

  /** The name of the first file. It must differ from the files themselves, which people keep in the same folder. */
  #resultName(items: readonly FileItem[], first: FileItem, to: FormatId): string {
    const name = this.#core.nameOf(first.name, to);
    return items.some((item) => item.name === name) ? this.#core.nameOf(first.name, to, 'merged') : name;
  }

  cancel(): void {
    this.#running?.abort();
    this.#running = undefined;
    this.#set({ work: { status: 'arranging' } });
  }

  forgetResult(): void {
    this.#dropResult();
    const { result: _, ...rest } = this.snapshot();
    this.#store.set(rest);
  }

  /** Cancels the work and frees the results. */
  dispose(): void {
    this.#running?.abort();
    this.#running = undefined;
    this.forgetResult();
  }

  #dropResult(): void {
    const { result } = this.snapshot();
    if (result) this.#core.discard([result.file.blob]);
  }

  #set(change: Partial<CombineState>): void {
    this.#store.set({ ...this.snapshot(), ...change });
  }
}
