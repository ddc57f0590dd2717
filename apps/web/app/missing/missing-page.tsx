import { localePath } from '@bakkum/i18n/locale';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { buttonClass } from '@bakkum/ui/button';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { MissingPageView } from './missing-view.server.ts';

/** Explains that a page does not exist, suggests similar ones and links to where they are listed. */
export function MissingPage({ view, children }: { readonly view: MissingPageView; readonly children?: ReactNode }): ReactNode {
  const t = useMessages('missing');
  const locale = useLocale();
  const { heading, body, near, all } = view;
  return (
    <div className="work-width pt-8 pb-12 sm:pt-12">
      <p className="font-semibold text-ink-faint text-sm tabular">{t('status')}</p>
      <h1 className="mt-1 font-bold text-2xl">{heading}</h1>
      <p className="mt-3 max-w-read text-ink-soft">{body}</p>
      {near.length > 0 ? (
        <nav aria-labelledby="near" className="mt-8">
          <h2 id="near" className="font-semibold text-lg">
            {t('near')}
          </h2>
          <ul className="mt-3 flex flex-wrap gap-2">
            {near.map(({ path, text }) => (
              <li key={path}>
                <Link to={localePath(locale, path)} className={buttonClass()}>
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ) : undefined}
      <p className="mt-8">
        <Link to={localePath(locale, all.path)} className={buttonClass({ variant: 'primary' })}>
          {all.text}
        </Link>
      </p>
      {children}
    </div>
  );
}
