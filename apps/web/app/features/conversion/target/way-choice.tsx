import type { Way, WayKind } from '@bakkum/conversion/ways';
import { useMessages } from '@bakkum/i18n/react';
import { NativeSelect } from '@bakkum/ui/field';
import type { ReactNode } from 'react';
import type { RowProps } from '../list/row-props.ts';

const CHOICES = ['layout', 'structure'] as const;

/** Returns whether there is a choice: preserve the page layout, or extract clean text. Other kinds are no alternatives. */
export function hasRouteChoice(ways: readonly Way[]): boolean {
  return CHOICES.every((kind) => ways.some((way) => way.kind === kind));
}

/** Returns the route the row takes now. */
export function currentRoute(ways: readonly Way[], chosen: WayKind | undefined): Way | undefined {
  return ways.find(({ kind }) => kind === chosen) ?? ways[0];
}

/** Chooses between preserving the layout and easy editing. */
export function WayChoice({ item, core, store }: Pick<RowProps, 'item' | 'core' | 'store'>): ReactNode {
  const t = useMessages('conversion');
  const ways = item.format && item.target ? core.ways(item.format.id, item.target) : [];
  if (!hasRouteChoice(ways)) return undefined;
  return (
    <NativeSelect
      label={t('way')}
      value={currentRoute(ways, item.way)?.kind}
      onChange={(event) => {
        const kind = CHOICES.find((choice) => choice === event.target.value);
        if (kind) store.chooseWay(item.id, kind);
      }}
    >
      {CHOICES.map((kind) => (
        <option key={kind} value={kind}>
          {t(`way_${kind}`)}
        </option>
      ))}
    </NativeSelect>
  );
}
