import type { ConversionCore } from '../conversion-core.ts';
import { type FileItem, isChoosable } from '../list/conversion-state.ts';
import type { ConversionStore } from '../list/conversion-store.ts';
import { type BatchSettings, formatOf, optionsFrom } from './batch-settings.ts';

export type Applied = {
  readonly key: string;
  readonly target: string;
  /** The target that the list chose for the file. */
  readonly suggested: string;
};

type Batch = {
  readonly items: readonly FileItem[];
  readonly core: Pick<ConversionCore, 'targets' | 'optionsFor'>;
  readonly settings: BatchSettings;
  /** Identifies the settings. */
  readonly key: string;
  /** The settings applied to each file, by its id. */
  readonly applied: Map<number, Applied>;
  readonly store: Pick<ConversionStore, 'setTarget' | 'setOption'>;
};

/**
 * Applies the settings to every waiting file, once. A format chosen by hand for one file stays, as do files restored from an
 * earlier page.
 */
export function applyToBatch({ items, core, settings, key, applied, store }: Batch): void {
  for (const item of items) {
    const before = applied.get(item.id);
    if (before?.key === key || !isWaiting(item)) continue;
    const now = { key, ...targetsOf(item, before, core, settings) };
    applied.set(item.id, now);
    if (now.target !== item.target) store.setTarget(item.id, now.target);
    if (item.restored && !before) continue;
    for (const [name, value] of optionsFrom(settings, core.optionsFor(item.format.id, now.target)))
      store.setOption(item.id, name, value);
  }
}

type Waiting = FileItem & { readonly format: NonNullable<FileItem['format']>; readonly target: string };

function isWaiting(item: FileItem): item is Waiting {
  return item.format !== undefined && item.target !== undefined && isChoosable(item) && item.state.status === 'pending';
}

function targetsOf(
  item: Waiting,
  before: Applied | undefined,
  core: Batch['core'],
  settings: BatchSettings,
): Omit<Applied, 'key'> {
  const suggested = before?.suggested ?? item.target;
  const isChosen = before ? item.target !== before.target : item.restored === true;
  return { suggested, target: isChosen ? item.target : (askedOf(item.format.id, core, settings) ?? suggested) };
}

/** Returns the requested format if the file converts to it. */
function askedOf(from: string, core: Batch['core'], settings: BatchSettings): string | undefined {
  const asked = formatOf(settings);
  return core.targets(from).some(({ format }) => format.id === asked) ? asked : undefined;
}
