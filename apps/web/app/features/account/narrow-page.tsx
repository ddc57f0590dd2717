import type { IconComponent } from '@bakkum/ui/icons';
import type { ReactNode } from 'react';
import { takeFocus } from '../../forms/take-focus.ts';

type NarrowPageProps = {
  readonly icon?: IconComponent;
  readonly heading: string;
  readonly lead?: ReactNode;
  /** Replaces a submitted form: the heading takes the focus, so that screen readers announce it. */
  readonly arrives?: boolean;
  readonly children?: ReactNode;
};

/** A centered page with one text or form. */
export function NarrowPage({ icon: Icon, heading, lead, arrives = false, children }: NarrowPageProps) {
  return (
    <div className="work-width pt-10 pb-24 sm:pt-20">
      <div className="mx-auto max-w-md">
        {Icon ? (
          <span className="mb-5 flex size-12 items-center justify-center rounded-md bg-accent-soft text-accent">
            <Icon aria-hidden size={24} strokeWidth={1.75} />
          </span>
        ) : undefined}
        <h1 {...(arrives && { ref: takeFocus, tabIndex: -1 })} className="font-bold text-2xl outline-none">
          {heading}
        </h1>
        {lead ? <p className="mt-3 break-words text-ink-soft">{lead}</p> : undefined}
        {children ? <div className="mt-8">{children}</div> : undefined}
      </div>
    </div>
  );
}
