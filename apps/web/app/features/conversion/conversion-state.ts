import { FILE_LIMITS, type FileLimits } from '@bakkum/api-contract/limits';
import type { Warning } from '@bakkum/conversion/engine';
import type { ConversionErrorCode } from '@bakkum/conversion/errors';
import type { OptionValues } from '@bakkum/conversion/options';
import type { WayKind } from '@bakkum/conversion/ways';
import { folderOf } from './dropped-files.ts';
import type { Facts } from './facts.ts';
import type { SmartReason } from './smart-target.ts';

export type ResultFile = {
  readonly name: string;
  readonly blob: Blob;
  /** Folder its source was added from, `/` between names; absent for a file added by itself. */
  readonly folder?: string;
};

export type FileItem = {
  readonly id: number;
  readonly file: File;
  readonly name: string;
  readonly size: number;
  /** Where it lay in the folder that was added. */
  readonly folder?: string;
  readonly state: FileState;
  /** What it is, once its first bytes were read. */
  readonly format?: { readonly id: string; readonly name: string };
  /** What its name says, where that is something else. */
  readonly claimed?: string;
  readonly target?: string;
  /** The kind of way chosen, where ways there differ. */
  readonly way?: WayKind | undefined;
  /** Why its target was chosen for it; nothing once a person chose. */
  readonly reason?: SmartReason | undefined;
  /** A target chosen for all files that this one cannot become. */
  readonly passedOver?: string | undefined;
  /** It is of an earlier page, with what was chosen there. */
  readonly restored?: true;
  readonly facts?: Facts;
  /** Bytes that come over the network before this conversion can start. */
  readonly bytesToFetch?: number;
  readonly options: OptionValues;
};

/** What comes before the work itself: the engine's files over the network, then its start. */
export type Preparation =
  | { readonly stage: 'loading'; readonly loadedBytes: number; readonly totalBytes: number }
  | { readonly stage: 'starting' };

/** What measured progress says of the rest; absent until it says something. */
export type Outlook = {
  /** When it will be done, of the clock of `startedAt`. */
  readonly endsAt?: number;
  /** Bytes of the result. */
  readonly resultBytes?: number;
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
    } & Outlook)
  | {
      readonly status: 'completed';
      readonly files: readonly [ResultFile, ...ResultFile[]];
      readonly warnings: readonly Warning[];
      readonly elapsedMs: number;
      readonly size: number;
    }
  | { readonly status: 'error'; readonly code: ConversionErrorCode };

export type Refused = { readonly name: string; readonly why: 'empty' | 'too-large' | 'too-many' };

export type ConversionState = {
  readonly items: readonly FileItem[];
  /** What was left out of the last addition. */
  readonly refused: readonly Refused[];
  /** True when nothing of the last addition could be taken. */
  readonly nothingTaken: boolean;
  /** Files that wait their turn stay waiting. */
  readonly paused: boolean;
  /** What may be added. */
  readonly limits: FileLimits;
};

export const EMPTY_STATE: ConversionState = {
  items: [],
  refused: [],
  nothingTaken: false,
  paused: false,
  limits: FILE_LIMITS.free,
};

/** A file and what it says of itself. Browsers ask the disk for that each time, while the page waits. */
export type SeenFile = Pick<FileItem, 'file' | 'name' | 'size' | 'folder'>;

export function lookAt(file: File): SeenFile {
  const folder = folderOf(file);
  return { file, name: file.name, size: file.size, ...(folder && { folder }) };
}

export type Change =
  | { readonly type: 'added'; readonly files: readonly SeenFile[]; readonly firstId: number }
  | { readonly type: 'changed'; readonly id: number; readonly item: Partial<Omit<FileItem, 'id' | 'file'>> }
  | { readonly type: 'removed'; readonly id: number }
  | { readonly type: 'cleared' }
  | { readonly type: 'paused'; readonly paused: boolean }
  | { readonly type: 'limited'; readonly limits: FileLimits }
  | { readonly type: 'notice-closed' };

/** Pure: the next state. What is already in the list is never lost by an addition. */
export function reduce(state: ConversionState, change: Change): ConversionState {
  switch (change.type) {
    case 'added':
      return add(state, change.files, change.firstId);
    case 'changed':
      return { ...state, items: state.items.map((item) => (item.id === change.id ? { ...item, ...change.item } : item)) };
    case 'removed':
      return { ...state, items: state.items.filter((item) => item.id !== change.id) };
    case 'cleared':
      return { ...EMPTY_STATE, limits: state.limits };
    case 'paused':
      return { ...state, paused: change.paused };
    case 'limited':
      return { ...state, limits: change.limits };
    case 'notice-closed':
      return { ...state, refused: [], nothingTaken: false };
  }
}

function add(state: ConversionState, files: readonly SeenFile[], firstId: number): ConversionState {
  const refused: Refused[] = [];
  const items: FileItem[] = [];
  for (const { name, ...file } of files) {
    const why = reasonAgainst(file.size, state.items.length + items.length, state.limits);
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
  return { ...state, items: [...state.items, ...items], refused, nothingTaken: items.length === 0 };
}

function reasonAgainst(size: number, held: number, limits: FileLimits): Refused['why'] | undefined {
  if (size === 0) return 'empty';
  if (size > limits.bytes) return 'too-large';
  return held >= limits.files ? 'too-many' : undefined;
}

/** Files that "convert all" would start. */
export function readyItems(items: readonly FileItem[]): readonly FileItem[] {
  return items.filter((item) => item.state.status === 'pending' && item.target !== undefined);
}

/** Whether its target may be chosen now. */
export function isChoosable(item: FileItem): boolean {
  return item.format !== undefined && item.state.status !== 'unsupported' && item.state.status !== 'reading' && !isBusy(item);
}

export function isBusy(item: FileItem): boolean {
  return item.state.status === 'converting' || item.state.status === 'queued';
}

/** Everything that was made. */
export function resultsOf({ items }: ConversionState): readonly Blob[] {
  return items.flatMap(({ state }) => (state.status === 'completed' ? state.files.map(({ blob }) => blob) : []));
}
