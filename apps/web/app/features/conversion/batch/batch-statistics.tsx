import { useMessages } from '@bakkum/i18n/react';
import type { ReactNode } from 'react';
import { useStore } from '../../../state/use-store.ts';
import { type FileState, hasFailed, isBusy, isLocked } from '../list/conversion-state.ts';
import { workbench } from '../workbench.ts';

/** The number of files and their states. */
export function BatchStatistics(): ReactNode {
  const t = useMessages('batch');
  const { items } = useStore(workbench);
  const count = (...statuses: readonly FileState['status'][]): number =>
    items.filter(({ state }) => statuses.includes(state.status)).length;
  const rows = [
    { id: 'total', text: t('total'), value: items.length },
    { id: 'completed', text: t('completed'), value: count('completed') },
    { id: 'processing', text: t('processing'), value: items.filter(isBusy).length },
    { id: 'pending', text: t('pending'), value: count('pending', 'reading') + items.filter(isLocked).length },
    { id: 'failed', text: t('failed'), value: count('unsupported') + items.filter(hasFailed).length },
  ];
  return (
    <section aria-labelledby="batch-statistics" className="rounded-lg border border-line bg-surface p-4">
      <h2 id="batch-statistics" className="font-semibold">
        {t('statistics')}
      </h2>
      <dl className="mt-3 space-y-1.5">
        {rows.map(({ id, text, value }) => (
          <div key={id} className="flex justify-between gap-4">
            <dt className="text-ink-soft">{text}</dt>
            <dd className="font-semibold tabular" data-testid={`batch-${id}`}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
