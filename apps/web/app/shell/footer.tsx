import { useMessages } from '@bakkum/i18n/react';
import { operatorLines } from '@bakkum/site/operator-lines';
import { pathOf } from '@bakkum/site/pages';
import { staticCopy } from '@bakkum/site/static-copy';
import { textLinkClass } from '@bakkum/ui/link';
import { useSite } from '../document/use-site.ts';
import { LogoMark } from './logo-mark.tsx';
import { FOOTER_GROUPS } from './navigation.ts';
import { PageLink } from './page-link.tsx';

type FooterProps = {
  readonly brand: string;
  readonly year: number;
  readonly popular: readonly { readonly path: string; readonly name: string }[];
};

export function Footer({ brand, year, popular }: FooterProps) {
  const t = useMessages('shell');
  const { demo, operator, social = [] } = useSite();
  return (
    <footer className="drawn-when-near-[58rem] border-line border-t bg-sunken sm:drawn-when-near-[30rem] print:hidden">
      <div className="work-width grid gap-10 py-12 lg:grid-cols-[1fr_auto]">
        <div>
          <p className="flex items-center gap-2.5 font-bold text-lg">
            <LogoMark className="size-6 text-accent" />
            {brand}
          </p>
          <p className="mt-3 max-w-[36ch] text-ink-soft text-sm">{t(staticCopy ? 'footerBlurbCopy' : 'footerBlurb')}</p>
          {social.length > 0 ? <Social links={social} /> : undefined}
        </div>
        <div className="grid grid-cols-2 gap-x-8 gap-y-8 sm:grid-cols-4 lg:gap-x-14">
          <Group
            id="footerPopular"
            heading={t('footerPopular')}
            links={popular.map(({ path, name }) => ({ path, text: name }))}
          />
          {FOOTER_GROUPS.map(({ heading, links }) => (
            <Group
              key={heading}
              id={heading}
              heading={t(heading)}
              links={links.map(({ path, words }) => ({ path, text: t(words) }))}
            />
          ))}
        </div>
      </div>
      <div className="work-width">
        <div className="flex flex-wrap justify-between gap-x-8 gap-y-2 border-line border-t py-5 text-ink-faint text-xs">
          <p className="tabular">{t('copyright', { year: String(year), brand })}</p>
          {demo ? <DemoNote /> : undefined}
          {operator ? (
            <p className="basis-full break-words">
              {operatorLines(operator, (key, values) => t.lookup(key, values) ?? '').join(' · ')}
            </p>
          ) : undefined}
        </div>
      </div>
    </footer>
  );
}

type SocialProps = { readonly links: readonly { readonly name: string; readonly url: string }[] };

/** Links to the operator's pages on other sites. */
function Social({ links }: SocialProps) {
  const t = useMessages('shell');
  return (
    <nav aria-label={t('footerSocial')} className="mt-4">
      <ul className="flex flex-wrap gap-x-4">
        {links.map(({ name, url }) => (
          <li key={url}>
            <a
              href={url}
              rel="me noopener"
              target="_blank"
              className="inline-flex min-h-9 items-center text-ink-soft text-sm no-underline hover:text-ink hover:underline"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Marks every page of a demo installation. */
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

type GroupProps = {
  readonly id: string;
  readonly heading: string;
  readonly links: readonly { readonly path: string; readonly text: string }[];
};

function Group({ id, heading, links }: GroupProps) {
  return (
    <nav aria-labelledby={id}>
      <h2 id={id} className="font-semibold text-ink text-sm">
        {heading}
      </h2>
      <ul className="mt-2">
        {links.map(({ path, text }) => (
          <li key={path}>
            <PageLink
              path={path}
              className="inline-flex min-h-9 items-center text-ink-soft text-sm no-underline hover:text-ink hover:underline"
            >
              {text}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
