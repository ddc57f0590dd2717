import { Badge } from '@bakkum/ui/badge';
import { classNames } from '@bakkum/ui/class-names';
import { IconButton } from '@bakkum/ui/icon-button';
import { ArrowRight, X } from '@bakkum/ui/icons';
import type { HTMLAttributes, ReactNode } from 'react';
import { useFocusKept } from '../state/use-focus-kept.ts';
import { CONTROLS_CLASS, FileName, HEADING_CLASS } from './row-frame.tsx';

type RowHeadProps = {
  readonly thumbnail: ReactNode;
  readonly heading: ReactNode;
  /** Lets the thumbnail and the heading be dragged. */
  readonly drag?: Pick<HTMLAttributes<HTMLElement>, 'draggable' | 'onDragStart'> | undefined;
  readonly controls: ReactNode;
  /** Changes whenever other controls appear. */
  readonly state: string;
  /** Absent when the file can't be removed now. */
  readonly removal?: { readonly label: string; readonly onPress: (button: HTMLElement) => void } | undefined;
};

/** A file and its next action, on one line where there is room. */
export function RowHead({ thumbnail, heading, drag, controls, state, removal }: RowHeadProps): ReactNode {
  const focusKept = useFocusKept<HTMLDivElement>(state);
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <div
        {...drag}
        className={classNames(
          'flex min-w-0 flex-1 basis-0 items-start gap-x-3 @4xl/row:items-center',
          drag?.draggable && 'cursor-grab',
        )}
      >
        {thumbnail}
        {heading}
      </div>
      <div {...focusKept} className={CONTROLS_CLASS}>
        {controls}
      </div>
      {removal ? (
        <IconButton
          label={removal.label}
          onClick={({ currentTarget }) => removal.onPress(currentTarget)}
          className="-mr-2 self-start @4xl/row:self-center"
          data-remove
        >
          <X aria-hidden size={18} />
        </IconButton>
      ) : undefined}
    </div>
  );
}

type RowHeadingProps = {
  readonly name: string;
  /** Display names of the formats. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** A picker below shows the target, so phones leave it out here. */
  readonly isChoosable: boolean;
  /** Facts after the formats. */
  readonly children: ReactNode;
};

/** The name of a file, its formats and its facts. */
export function RowHeading({ name, from, to, isChoosable, children }: RowHeadingProps): ReactNode {
  return (
    <div className="min-w-0 flex-1 basis-0">
      <FileName name={name} />
      <p className={HEADING_CLASS}>
        {from ? <Badge>{from}</Badge> : undefined}
        {to ? (
          <span className={isChoosable ? 'hidden items-center gap-1 sm:inline-flex' : 'inline-flex items-center gap-1'}>
            <ArrowRight aria-hidden size={14} className="shrink-0" />
            <Badge tone="accent">{to}</Badge>
          </span>
        ) : undefined}
        {children}
      </p>
    </div>
  );
}

/** A sentence about a file, below its name. */
export function RowNote({ children }: { readonly children: ReactNode }): ReactNode {
  return <p className="mt-1.5 text-ink-soft text-sm @lg/row:pl-13">{children}</p>;
}
