import { localePath } from '@bakkum/i18n/locale';
import { useLocale } from '@bakkum/i18n/react';
import { linkOf } from '@bakkum/site/pages';
import { classNames } from '@bakkum/ui/class-names';
import { textLinkClass } from '@bakkum/ui/link';
import type { ReactNode } from 'react';

type SectionProps = {
  readonly id: string;
  readonly heading: string;
  readonly lead?: string;
  /** Sets the section apart from its neighbours. */
  readonly raised?: boolean;
  readonly children: ReactNode;
};

export function Section({ id, heading, lead, raised, children }: SectionProps): ReactNode {
  return (
    <section aria-labelledby={id} className={classNames(raised && 'border-line border-y bg-surface')}>
      <div className="work-width py-12 sm:py-18">
        <h2 id={id} className="font-bold text-2xl">
          {heading}
        </h2>
        {lead === undefined ? undefined : <p className="mt-3 max-w-read text-ink-soft">{lead}</p>}
        {children}
      </div>
    </section>
  );
}

type StaticLinkProps = { readonly path: string; readonly className?: string; readonly children: ReactNode };

/** A link to a page in the current language, outside the router. */
export function StaticLink({ path, className = textLinkClass('inline-flex min-h-11 items-center'), children }: StaticLinkProps) {
  const address = localePath(useLocale(), path);
  return (
    <a href={(linkOf(path)?.site ?? '') + address} className={className}>
      {children}
    </a>
  );
}
