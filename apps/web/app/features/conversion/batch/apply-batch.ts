import { defaultTarget } from '@bakkum/registry/targets/default-target';
import type { ConversionCore } from '../conversion-core.ts';
import { type FileItem, isChoosable } from '../list/conversion-state.ts';
import type { ConversionStore } from '../list/conversion-store.ts';
import { type BatchSettings, formatOf, optionsFrom } from './batch-settings.ts';

type Applied = { readonly key: string; readonly target: string };

type Batch = {
  readonly items: readonly FileItem[];
  readonly core: Pick<ConversionCore, 'targets' | 'optionsFor' | 'formatOf'>;
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
    if (!item.format || !isChoosable(item) || item.state.status !== 'pending' || before?.key === key) continue;
    if (item.restored && !before && item.target !== undefined) {
      applied.set(item.id, { key, target: item.target });
      continue;
    }
    const chosenByHand = before !== undefined && item.target !== before.target;
    const target = chosenByHand ? item.target : targetOf(item.format.id, core, settings);
    if (target === undefined) continue;
    applied.set(item.id, { key, target });
    if (target !== item.target) store.setTarget(item.id, target);
    for (const [name, value] of optionsFrom(settings, core.optionsFor(item.format.id, target)))
      store.setOption(item.id, name, value);
  }
}

/** Returns the requested format if the file converts to it, otherwise its default target. */
function targetOf(from: string, core: Batch['core'], settings: BatchSettings): string | undefined {
  const possible = core.targets(from).map(({ format }) => format.id);
  const asked = formatOf(settings);
  if (asked !== undefined && possible.includes(asked)) return asked;
  const format = core.formatOf(from);
  return (format && defaultTarget(format, possible)?.to) ?? possible[0];
}
