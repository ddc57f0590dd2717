import { Badge } from '@bakkum/ui/badge';
import { IconButton } from '@bakkum/ui/icon-button';
import { ArrowRight, X } from '@bakkum/ui/icons';
import type { ReactNode } from 'react';
import { useFocusKept } from '../state/use-focus-kept.ts';

/** The box of a file in a list. Its width decides how the parts are arranged. */
export const ROW_CLASS = '@container/row rounded-lg border border-line bg-surface p-3 sm:px-4';

type RowHeadProps = {
  readonly thumbnail: ReactNode;
  readonly heading: ReactNode;
  readonly controls: ReactNode;
  /** Changes whenever other controls appear. */
  readonly state: string;
  /** Absent when the file can't be removed now. */
  readonly removal?: { readonly label: string; readonly onPress: () => void } | undefined;
};

/** A file and its next action, on one line where there is room. */
export function RowHead({ thumbnail, heading, controls, state, removal }: RowHeadProps): ReactNode {
  const focusKept = useFocusKept<HTMLDivElement>(state);
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      {thumbnail}
      {heading}
      <div
        {...focusKept}
        className="order-last mt-2.5 flex basis-full flex-wrap items-center gap-2 empty:hidden @lg/row:pl-13 @4xl/row:order-none @4xl/row:mt-0 @4xl/row:flex-nowrap @4xl/row:basis-auto @4xl/row:pl-0"
      >
        {controls}
      </div>
      {removal ? (
        <IconButton label={removal.label} onClick={removal.onPress} className="-mr-2 self-start @4xl/row:self-center">
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
      <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-ink-soft text-sm tabular">
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

/** Truncates the name in the middle, so that the extension stays visible. The tooltip has the whole name. */
export function FileName({ name }: { readonly name: string }): ReactNode {
  const characters = [...name];
  return (
    <p className="flex font-medium" title={name}>
      <span className="truncate whitespace-pre">{characters.slice(0, -12).join('')}</span>
      <span className="shrink-0 whitespace-pre">{characters.slice(-12).join('')}</span>
    </p>
  );
}

/** A sentence about a file, below its name. */
export function RowNote({ children }: { readonly children: ReactNode }): ReactNode {
  return <p className="mt-1.5 text-ink-soft text-sm @lg/row:pl-13">{children}</p>;
}
