import { localePath } from '@bakkum/i18n/locale';
import { useLocale } from '@bakkum/i18n/react';
import { textLinkClass } from '@bakkum/ui/link';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Breadcrumb } from '../../shell/breadcrumb.tsx';
import { PairLinks } from './pair-links.tsx';
import type { FormatView } from './view.ts';

/** The page of a format. */
export function FormatDetails({ view }: { readonly view: FormatView }): ReactNode {
  const locale = useLocale();
  return (
    <div className="work-width pt-6 pb-20">
      <Breadcrumb {...view.crumbs} />
      <h1 className="mt-6 font-bold text-3xl">{view.name}</h1>
      <p className="mt-1 text-ink-soft text-lg">{view.title}</p>
      <p className="mt-6 max-w-read">{view.about}</p>
      <div className="mt-8 grid gap-6 sm:grid-cols-2">
        {[view.strength, view.limit].map(({ title, body }) => (
          <section key={title} className="rounded-lg border border-line bg-surface p-5">
            <h2 className="font-semibold">{title}</h2>
            <p className="mt-1.5">{body}</p>
          </section>
        ))}
      </div>
      <Facts view={view} />
      {view.groups.map(({ heading, links, others }) => (
        <section key={heading} className="mt-12">
          <h2 className="mb-4 font-bold text-xl">{heading}</h2>
          <PairLinks links={links} />
          {others ? <p className="mt-3 text-ink-soft text-sm">{others}</p> : undefined}
        </section>
      ))}
      {view.limits ? (
        <section className="mt-12">
          <h2 className="font-bold text-xl">{view.limits.heading}</h2>
          <ul className="mt-4 max-w-read space-y-2">
            {view.limits.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      ) : undefined}
      <p className="mt-10">
        <Link to={localePath(locale, view.all.path)} className={textLinkClass()}>
          {view.all.text}
        </Link>
      </p>
    </div>
  );
}

function Facts({ view }: { readonly view: FormatView }): ReactNode {
  return (
    <div className="mt-12 grid gap-10 sm:grid-cols-2">
      <section>
        <h2 className="font-bold text-xl">{view.facts.heading}</h2>
        <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
          {view.facts.lines.map(({ name, value }) => (
            <div key={name} className="contents">
              <dt className="text-ink-soft">{name}</dt>
              <dd className="break-words">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section>
        <h2 className="font-bold text-xl">{view.opens.heading}</h2>
        <ul className="mt-4 space-y-2">
          {view.opens.programs.map((program) => (
            <li key={program}>{program}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}
