import type { FileLimits } from '@bakkum/api-contract/limits';
import type { Warning } from '@bakkum/conversion/engine';
import type { ConversionErrorCode } from '@bakkum/conversion/errors';
import type { OptionValues } from '@bakkum/conversion/options';
import type { WayKind } from '@bakkum/conversion/ways';
import { CONTENTS } from '@bakkum/registry/targets/archive-contents';
import type { TargetReason } from '@bakkum/registry/targets/default-target';
import type { Refused } from '../../../workbench/refused-notice.tsx';
import { USUAL_LIMITS } from '../../../workbench/usual-limits.ts';
import { archiveBlobOf, folderOf } from '../add/dropped-files.ts';
import type { Facts } from '../file-facts/facts.ts';

export type ResultFile = {
  readonly name: string;
  readonly blob: Blob;
  /** Folder the source was added from, with `/` between names; absent for a single file. */
  readonly folder?: string;
};

export type FileItem = {
  readonly id: number;
  readonly file: File;
  readonly name: string;
  readonly size: number;
  /** Its path in the added folder. */
  readonly folder?: string;
  readonly state: FileState;
  /** The detected format, once the first bytes were read. */
  readonly format?: { readonly id: string; readonly name: string };
  /** The format of its extension, if it differs. */
  readonly claimed?: string;
  /** Whether its header says that the image has transparency. */
  readonly transparent?: boolean;
  readonly target?: string;
  /** The chosen kind of route, if there are several. */
  readonly way?: WayKind | undefined;
  /** Why the target was suggested; undefined once the user chose one. */
  readonly reason?: TargetReason | undefined;
  /** A target chosen for all files that this one does not support. */
  readonly passedOver?: string | undefined;
  /** Restored from an earlier page, with its settings. */
  readonly restored?: true;
  readonly facts?: Facts;
  /** Bytes to download before this conversion can start. */
  readonly bytesToFetch?: number;
  readonly options: OptionValues;
};

/** The phases before the work: downloading the engine, then starting it. */
export type Preparation =
  | { readonly stage: 'loading'; readonly loadedBytes: number; readonly totalBytes: number }
  | { readonly stage: 'starting' };

/** The estimate from measured progress; absent until there is one. */
export type Estimates = {
  /** The expected end, on the clock of `startedAt`. */
  readonly endsAt?: number;
  /** Size of the result in bytes. */
  readonly resultBytes?: number;
};

/** The results of a file. */
export type Completed = {
  readonly status: 'completed';
  readonly files: readonly [ResultFile, ...ResultFile[]];
  readonly warnings: readonly Warning[];
  readonly elapsedMs: number;
  readonly size: number;
};

export type FileState =
  | { readonly status: 'reading' }
  | { readonly status: 'unsupported'; readonly code: 'unsupported-type' | 'needs-capability' | 'encrypted' }
  | { readonly status: 'pending' }
  | { readonly status: 'queued' }
  | ({
      readonly status: 'converting';
      readonly startedAt: number;
      readonly fraction?: number;
      readonly preparation?: Preparation;
    } & Estimates)
  | Completed
  | {
      readonly status: 'error';
      readonly code: ConversionErrorCode;
      /** Its row asks for a password to continue with. */
      readonly needsPassword?: true;
    };

export type ConversionState = {
  readonly items: readonly FileItem[];
  /** Files rejected from the last addition. */
  readonly refused: readonly Refused[];
  /** True when the whole last addition was rejected. */
  readonly nothingTaken: boolean;
  /** Queued files stay queued. */
  readonly paused: boolean;
  /** Limits on added files. */
  readonly limits: FileLimits;
  /** Removed files that can be restored, in the order of their removal. */
  readonly removed: readonly Removed[];
};

/** A removed file and the position to restore it to. */
type Removed = { readonly item: FileItem; readonly place: number };

export const EMPTY_STATE: ConversionState = {
  items: [],
  refused: [],
  nothingTaken: false,
  paused: false,
  limits: USUAL_LIMITS,
  removed: [],
};

/** A file with its properties. Browsers read them from disk on each access, blocking the page. */
export type SeenFile = Pick<FileItem, 'file' | 'name' | 'size' | 'folder'>;

export function lookAt(file: File): SeenFile {
  const folder = folderOf(file);
  return { file, name: file.name, size: file.size, ...(folder && { folder }) };
}

export type Change =
  | {
      readonly type: 'added';
      readonly files: readonly SeenFile[];
      readonly firstId: number;
      readonly replaced?: number | undefined;
      /** Limits other than those of the list. */
      readonly limits?: FileLimits | undefined;
    }
  | { readonly type: 'changed'; readonly id: number; readonly item: Partial<Omit<FileItem, 'id' | 'file'>> }
  | { readonly type: 'removed'; readonly id: number }
  | { readonly type: 'cleared' }
  | { readonly type: 'removal-undone' }
  | { readonly type: 'removal-final' }
  | { readonly type: 'paused'; readonly paused: boolean }
  | { readonly type: 'limited'; readonly limits: FileLimits }
  | { readonly type: 'notice-closed' };

type Addition = Extract<Change, { readonly type: 'added' }>;

/** A pure function that returns the next state. Adding files never loses existing ones. */
export function reduce(state: ConversionState, change: Change): ConversionState {
  switch (change.type) {
    case 'added':
      return add(state, change);
    case 'changed':
      return { ...state, items: state.items.map((item) => (item.id === change.id ? { ...item, ...change.item } : item)) };
    case 'removed':
      return remove(state, change.id);
    case 'cleared':
      return { ...EMPTY_STATE, limits: state.limits, removed: state.items.map((item) => ({ item: stopped(item), place: 0 })) };
    case 'removal-undone':
      return { ...state, items: restored(state), removed: [] };
    case 'removal-final':
      return { ...state, removed: [] };
    case 'paused':
      return { ...state, paused: change.paused };
    case 'limited':
      return { ...state, limits: change.limits };
    case 'notice-closed':
      return { ...state, refused: [], nothingTaken: false };
  }
}

function add(state: ConversionState, { files, firstId, replaced, limits = state.limits }: Addition): ConversionState {
  const refused: Refused[] = [];
  const items: FileItem[] = [];
  for (const { name, ...file } of files) {
    const why = reasonAgainst(file.size, state.items.length + items.length, limits);
    if (why) refused.push({ name, why });
    else
      items.push({
        ...file,
        id: firstId + items.length,
        name: name.normalize('NFC'),
        state: { status: 'reading' },
        options: {},
      });
  }
  const isReplaced = items.length > 0 && refused.every(({ why }) => why === 'empty');
  const before = isReplaced ? state.items.filter(({ id }) => id !== replaced) : state.items;
  return { ...state, items: [...before, ...items], refused, nothingTaken: items.length === 0 };
}

function remove(state: ConversionState, id: number): ConversionState {
  const place = state.items.findIndex((item) => item.id === id);
  const item = state.items[place];
  if (!item) return state;
  return { ...state, items: state.items.toSpliced(place, 1), removed: [...state.removed, { item: stopped(item), place }] };
}

/** Returns the list with its removed files, the last one restored first, so that each position is right. */
function restored({ items, removed }: ConversionState): readonly FileItem[] {
  return removed.toReversed().reduce((list, { item, place }) => list.toSpliced(place, 0, item), items);
}

function stopped(item: FileItem): FileItem {
  return isBusy(item) ? { ...item, state: { status: 'pending' } } : item;
}

function reasonAgainst(size: number, held: number, limits: FileLimits): Refused['why'] | undefined {
  if (size === 0) return 'empty';
  if (size > limits.bytes) return 'too-large';
  return held >= limits.files ? 'too-many' : undefined;
}

/** Returns the files that "convert all" would start. */
export function readyItems(items: readonly FileItem[]): readonly FileItem[] {
  return items.filter((item) => item.state.status === 'pending' && item.target !== undefined);
}

/** Returns whether the target may be changed now. */
export function isChoosable(item: FileItem): boolean {
  return item.format !== undefined && item.state.status !== 'unsupported' && item.state.status !== 'reading' && !isBusy(item);
}

/** Returns whether the files of an archive are extracted and listed, instead of the archive being converted. */
export function isExtraction({ target }: Pick<FileItem, 'target'>): boolean {
  return target === CONTENTS;
}

/** Returns whether a file failed, other than by waiting for its password. */
export function hasFailed({ state }: FileItem): boolean {
  return state.status === 'error' && !state.needsPassword;
}

export function isLocked({ state }: FileItem): boolean {
  return state.status === 'error' && state.needsPassword === true;
}

export function isBusy(item: FileItem): boolean {
  return item.state.status === 'converting' || item.state.status === 'queued';
}

/** Returns the files of the list and those removed from it that can be restored. */
export function restorableItems({ items, removed }: ConversionState): readonly FileItem[] {
  return [...items, ...removed.map(({ item }) => item)];
}

/** Returns all outputs, including those of removed files that can be restored, and those that became files of the list. */
export function resultsOf(state: ConversionState): readonly Blob[] {
  return restorableItems(state).flatMap(({ file, state }) => [
    ...(state.status === 'completed' ? state.files.map(({ blob }) => blob) : []),
    ...(archiveBlobOf(file) ?? []),
  ]);
}
