import { type Change, type ChangeKind, pageOfPart } from '@bakkum/conversion/document-comparison';
import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { classNames } from '@bakkum/ui/class-names';
import { ArrowRight, Eye, type IconComponent, Minus, Plus, RotateCw } from '@bakkum/ui/icons';
import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Changes shown at first, and added with each press of the button. */
const BATCH = 200;
/** Characters of a text in the list. */
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
  const [shown, setShown] = useState(BATCH);
  const count = Math.max(shown, (selected ?? 0) + 1);
  return (
    <>
      <ol aria-label={t('list')} className="divide-y divide-line">
        {changes.slice(0, count).map((change, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list never changes
          <ChangeEntry key={at} change={change} isSelected={selected === at} onSelect={() => onSelect(at)} />
        ))}
      </ol>
      {changes.length > count ? (
        <Button variant="quiet" className="m-2" onClick={() => setShown(count + BATCH)}>
          {t('more', { count: changes.length - count })}
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

/** Shows an entry by scrolling the list alone, because the pages are what the user wants to see. */
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
