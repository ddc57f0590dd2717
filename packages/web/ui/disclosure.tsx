import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.tsx';
import { ChevronDown } from './icons.tsx';

type DisclosureProps = Omit<ComponentProps<'details'>, 'title'> & { readonly title: ReactNode };

/** Collapsible content under a heading. Uses the native element, which also works with find-in-page. */
export function Disclosure({ title, className, children, ...details }: DisclosureProps): ReactNode {
  return (
    <details className={classNames('group', className)} {...details}>
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-md font-medium text-ink-soft transition-colors hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronDown aria-hidden size={18} className="-rotate-90 transition-transform group-open:rotate-0" />
        {title}
      </summary>
      {children}
    </details>
  );
}
