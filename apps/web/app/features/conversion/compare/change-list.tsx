import { type Change, type ChangeKind, pageOfPart } from '@bakkum/conversion/document-comparison';
import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { classNames } from '@bakkum/ui/class-names';
import { ArrowRight, Eye, type IconComponent, Minus, Plus, RotateCw } from '@bakkum/ui/icons';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { BATCH, shownWith } from './shown-changes.ts';

/** Maximum characters of a text in the list. */
const MAX_CHARACTERS = 160;

const ICONS: Readonly<Record<ChangeKind, IconComponent>> = {
  added: Plus,
  removed: Minus,
  changed: RotateCw,
  moved: ArrowRight,
  appearance: Eye,
};

type ChangeListProps = {
  readonly changes: readonly Change[];
  readonly selected: number | undefined;
  readonly onSelect: (at: number) => void;
};

/** The changes as buttons that show their place. */
export function ChangeList({ changes, selected, onSelect }: ChangeListProps): ReactNode {
  const t = useMessages('comparison');
  const [shown, setShown] = useState({ from: 0, to: BATCH });
  const wanted = selected === undefined ? shown : shownWith(shown, selected);
  if (wanted !== shown) setShown(wanted);
  const { from, to } = wanted;
  return (
    <>
      {from > 0 ? (
        <Button variant="quiet" className="m-2" onClick={() => setShown({ from: from - BATCH, to })}>
          {t('more', { count: BATCH })}
        </Button>
      ) : undefined}
      <ol aria-label={t('list')} start={from + 1} className="divide-y divide-line">
        {changes.slice(from, to).map((change, index) => {
          const at = from + index;
          return <ChangeEntry key={at} change={change} isSelected={selected === at} onSelect={() => onSelect(at)} />;
        })}
      </ol>
      {changes.length > to ? (
        <Button variant="quiet" className="m-2" onClick={() => setShown({ from, to: to + BATCH })}>
          {t('more', { count: Math.min(BATCH, changes.length - to) })}
        </Button>
      ) : undefined}
    </>
  );
}

type ChangeEntryProps = { readonly change: Change; readonly isSelected: boolean; readonly onSelect: () => void };

function ChangeEntry({ change, isSelected, onSelect }: ChangeEntryProps): ReactNode {
  const t = useMessages('comparison');
  const button = useRef<HTMLButtonElement>(null);
  const { kind, before, after } = change;
  const Icon = ICONS[kind];
  useEffect(() => {
    if (isSelected) scrollWithin(button.current);
  }, [isSelected]);
  return (
    <li>
      <button
        ref={button}
        type="button"
        aria-current={isSelected || undefined}
        onClick={onSelect}
        className={classNames(
          'block w-full cursor-pointer px-3 py-2.5 text-left hover:bg-sunken',
          isSelected && 'bg-accent-soft',
        )}
      >
        <span className="flex items-center gap-1.5 text-ink-soft text-sm">
          <Icon aria-hidden size={16} className="shrink-0" />
          {t(`kind_${kind}`)}
          <span className="ml-auto tabular">{placeOf(change, t)}</span>
        </span>
        {kind === 'moved' || kind === 'appearance' ? (
          <Excerpt text={after?.text ?? ''} />
        ) : (
          <>
            {before ? (
              <del className="block text-danger decoration-1">
                <Excerpt text={before.text} />
              </del>
            ) : undefined}
            {after ? (
              <ins className="block text-success no-underline">
                <Excerpt text={after.text} />
              </ins>
            ) : undefined}
          </>
        )}
      </button>
    </li>
  );
}

/** Scrolls only the list to an entry, so that the pages stay in view. */
function scrollWithin(entry: HTMLElement | null): void {
  const list = entry?.closest('[data-changes]');
  if (!entry || !list) return;
  const [own, frame] = [entry.getBoundingClientRect(), list.getBoundingClientRect()];
  const [above, below] = [own.top - frame.top, own.bottom - frame.bottom];
  if (above < 0) list.scrollBy({ top: above });
  else if (below > 0) list.scrollBy({ top: below });
}

/** `p. 3`, or `p. 3 → 4` if the pages have other numbers in the second document. */
function placeOf({ before, after }: Change, t: ReturnType<typeof useMessages<'comparison'>>): string {
  const numbers = [pageOfPart(before), pageOfPart(after)].filter((number) => number !== undefined);
  return t('pages', { numbers: [...new Set(numbers)].join(' → ') });
}

function Excerpt({ text }: { readonly text: string }): ReactNode {
  if (text === '') return undefined;
  const letters = [...text];
  return (
    <span className="mt-0.5 block break-words text-sm">
      {letters.length > MAX_CHARACTERS ? `${letters.slice(0, MAX_CHARACTERS).join('')}…` : text}
    </span>
  );
}
