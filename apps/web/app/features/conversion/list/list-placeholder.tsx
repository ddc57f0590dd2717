import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import type { ReactNode } from 'react';
import {
  CONTROLS_CLASS,
  FileName,
  HEADING_CLASS,
  ROW_CLASS,
  SOLO_CLASS,
  SOLO_STAGE_CLASS,
} from '../../../workbench/row-frame.tsx';
import { usePreset } from '../converter-preset.ts';
import type { FileItem } from './conversion-state.ts';

/** Rows that fill the screen. */
const MAX_ROWS = 20;

type PlainListProps = { readonly items: readonly FileItem[] };

/** Shown instead of the list while its code loads. A tool for two files has no list. */
export function ListPlaceholder({ items }: PlainListProps): ReactNode {
  const { tool } = usePreset();
  if (tool?.operation) return <div className="min-h-40 rounded-lg border border-line bg-surface" />;
  return <PlainList items={items} />;
}

/** Names and sizes of added files. They take the same room as the complete list. */
function PlainList({ items }: PlainListProps): ReactNode {
  const t = useMessages('conversion');
  const [first] = items;
  return (
    <section aria-label={t('listLabel')} data-bench className="space-y-3">
      {items.length === 1 && first ? (
        <PlainFile item={first} />
      ) : (
        <>
          {/* Below it, the pickers for all files have a line of their own. */}
          <p className="flex min-h-11 items-center text-ink-soft text-sm max-xl:mb-16">
            {t('fileCount', { count: items.length })}
          </p>
          <ul className="space-y-2">
            {items.slice(0, MAX_ROWS).map((item) => (
              <PlainRow key={item.id} item={item} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** A single file in the place of its preview and options. */
export function PlainFile({ item }: { readonly item: FileItem }): ReactNode {
  return (
    <ul>
      <li data-status={item.state.status} className={SOLO_CLASS}>
        <div className={SOLO_STAGE_CLASS} />
        <div className="border-line border-t p-4 sm:p-5 lg:border-t-0 lg:border-l">
          <Heading item={item} />
        </div>
      </li>
    </ul>
  );
}

function PlainRow({ item }: { readonly item: FileItem }): ReactNode {
  const t = useMessages('conversion');
  return (
    <li className={ROW_CLASS} data-status={item.state.status}>
      <div className="flex flex-wrap items-center gap-x-3">
        <span className="size-10 shrink-0 rounded-sm bg-sunken" />
        <Heading item={item} />
        <div className={CONTROLS_CLASS}>
          <span className="h-11" />
        </div>
      </div>
      {/* Once a file is read, its row in the list has a note of the same height. */}
      {['reading', 'pending'].includes(item.state.status) ? (
        <p className="mt-1.5 text-ink-soft text-sm @lg/row:pl-13">{t('reading')}</p>
      ) : undefined}
    </li>
  );
}

function Heading({ item: { name, size } }: { readonly item: FileItem }): ReactNode {
  const locale = useLocale();
  return (
    <div className="min-w-0 flex-1 basis-0">
      <FileName name={name} />
      <p className={HEADING_CLASS}>{formatBytes(locale, size)}</p>
    </div>
  );
}
