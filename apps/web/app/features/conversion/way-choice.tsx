import type { Way, WayKind } from '@bakkum/conversion/ways';
import { useMessages } from '@bakkum/i18n/react';
import { NativeSelect } from '@bakkum/ui/field';
import type { ReactNode } from 'react';
import type { RowProps } from './row-props.ts';

const CHOICES = ['layout', 'structure'] as const;

/** Whether there is something to choose: the page as it looks, or what it says in clean order. Other kinds are no one's wish. */
export function waysDiffer(ways: readonly Way[]): boolean {
  return CHOICES.every((kind) => ways.some((way) => way.kind === kind));
}

/** The way a row takes as things stand. */
export function wayTaken(ways: readonly Way[], chosen: WayKind | undefined): Way | undefined {
  return ways.find(({ kind }) => kind === chosen) ?? ways[0];
}

/** Keep how it looks, or make it easy to edit. */
export function WayChoice({ item, core, store }: Pick<RowProps, 'item' | 'core' | 'store'>): ReactNode {
  const t = useMessages('conversion');
  const ways = item.format && item.target ? core.ways(item.format.id, item.target) : [];
  if (!waysDiffer(ways)) return undefined;
  return (
    <NativeSelect
      label={t('way')}
      value={wayTaken(ways, item.way)?.kind}
      onChange={(event) => {
        const kind = CHOICES.find((choice) => choice === event.target.value);
        if (kind) store.chooseWay(item.id, kind);
      }}
      className="mt-3 sm:w-72"
    >
      {CHOICES.map((kind) => (
        <option key={kind} value={kind}>
          {t(`way_${kind}`)}
        </option>
      ))}
    </NativeSelect>
  );
}
