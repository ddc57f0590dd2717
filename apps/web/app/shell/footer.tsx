import { useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { textLinkClass } from '@bakkum/ui/link';
import { useSite } from '../document/use-site.ts';
import { LogoMark } from './logo-mark.tsx';
import { FOOTER_GROUPS } from './navigation.ts';
import { PageLink } from './page-link.tsx';

export function Footer({ brand, year }: { readonly brand: string; readonly year: number }) {
  const t = useMessages('shell');
  const { demo } = useSite();
  return (
    <footer className="border-line border-t bg-sunken">
      <div className="work-width grid gap-10 py-12 sm:grid-cols-[1fr_auto]">
        <div>
          <p className="flex items-center gap-2.5 font-bold text-lg">
            <LogoMark className="size-6 text-accent" />
            {brand}
          </p>
          <p className="mt-3 max-w-[36ch] text-ink-soft text-sm">{t('footerBlurb')}</p>
        </div>
        <div className="flex flex-wrap gap-x-16 gap-y-8">
          {FOOTER_GROUPS.map(({ heading, links }) => (
            <nav key={heading} aria-labelledby={heading}>
              <h2 id={heading} className="font-semibold text-ink text-sm">
                {t(heading)}
              </h2>
              <ul className="mt-2">
                {links.map(({ path, words }) => (
                  <li key={path}>
                    <PageLink
                      path={path}
                      className="inline-flex min-h-9 items-center text-ink-soft text-sm no-underline hover:text-ink hover:underline"
                    >
                      {t(words)}
                    </PageLink>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
      </div>
      <div className="work-width">
        <div className="flex flex-wrap justify-between gap-x-8 gap-y-2 border-line border-t py-5 text-ink-faint text-xs">
          <p className="tabular">{t('copyright', { year: String(year), brand })}</p>
          {demo ? <DemoNote /> : undefined}
        </div>
      </div>
    </footer>
  );
}

/** Says on every page that this installation is there to be tried. */
function DemoNote() {
  const t = useMessages('shell');
  return (
    <p>
      {`${t('demoNote')} `}
      <PageLink path={pathOf('mailbox')} className={textLinkClass()}>
        {t('mailbox')}
      </PageLink>
    </p>
  );
}
