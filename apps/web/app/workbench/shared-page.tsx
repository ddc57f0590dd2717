/** Parts of the pages that visitors of share links see. */
import { Button } from '@bakkum/ui/button';
import { classNames } from '@bakkum/ui/class-names';
import { Notice } from '@bakkum/ui/notice';
import type { ReactNode } from 'react';

type SharedPageProps = {
  readonly heading: string;
  readonly lead?: string | undefined;
  /** Leads visitors to the site. */
  readonly link: ReactNode;
  readonly children: ReactNode;
};

export function SharedPage({ heading, lead, link, children }: SharedPageProps): ReactNode {
  return (
    <div className="work-width pt-8 pb-24 sm:pt-12">
      <div className="max-w-read">
        <h1 className="font-bold text-2xl">{heading}</h1>
        {lead ? <p className="mt-3 text-ink-soft">{lead}</p> : undefined}
        <div className="mt-6 min-h-48">{children}</div>
        <p className="mt-8">{link}</p>
      </div>
    </div>
  );
}

type MissingNoticeProps = {
  /** Why the link shows nothing. */
  readonly children: string;
  /** Absent if another attempt would have the same result. */
  readonly again?: { readonly label: string; readonly onAgain: () => void } | undefined;
};

export function MissingNotice({ children, again }: MissingNoticeProps): ReactNode {
  return (
    <div className="grid justify-items-start gap-4">
      <Notice tone="warning" className="w-full">
        {children}
      </Notice>
      {again ? <Button onClick={again.onAgain}>{again.label}</Button> : undefined}
    </div>
  );
}

type FactListProps = { readonly facts: readonly (readonly [term: string, value: string])[]; readonly className?: string };

export function FactList({ facts, className }: FactListProps): ReactNode {
  return (
    <dl className={classNames('grid gap-1.5 text-sm', className)}>
      {facts.map(([term, value]) => (
        <div key={term} className="flex flex-wrap gap-x-3">
          <dt className="min-w-32 text-ink-soft">{term}</dt>
          <dd className="font-medium tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
