import { localePath } from '@bakkum/i18n/locale';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { staticCopy } from '@bakkum/site/static-copy';
import { textLinkClass } from '@bakkum/ui/link';
import type { ReactNode } from 'react';

const STEPS = [
  { title: 'step1Title', body: 'step1Body' },
  { title: 'step2Title', body: 'step2Body' },
  { title: 'step3Title', body: 'step3Body' },
  { title: 'step4Title', body: 'step4Body' },
] as const;
const LOCKS = ['lock1', 'lock2', 'lock3'] as const;

/** Explains how a file is processed, and why it stays on the device. */
export function HowItWorks(): ReactNode {
  const t = useMessages('how');
  const locale = useLocale();
  return (
    <div className="mt-14 max-w-read space-y-12">
      <section aria-labelledby="steps">
        <h2 id="steps" className="font-bold text-xl">
          {t('stepsHeading')}
        </h2>
        <ol className="mt-4 space-y-5">
          {STEPS.map(({ title, body }) => (
            <li key={title}>
              <h3 className="font-semibold">{t(title)}</h3>
              <p className="mt-1 text-ink-soft">{t(body)}</p>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="locks">
        <h2 id="locks" className="font-bold text-xl">
          {t('locksHeading')}
        </h2>
        <ul className="mt-4 list-disc space-y-2 ps-5 text-ink-soft">
          {LOCKS.map((lock) => (
            <li key={lock}>{t(lock)}</li>
          ))}
        </ul>
        <p className="mt-4">
          <a href={localePath(locale, '/articles/prove-nothing-is-uploaded')} className={textLinkClass()}>
            {t('proveYourself')}
          </a>
        </p>
      </section>
      {staticCopy ? undefined : <AlsoSent />}
    </div>
  );
}

/** What a server receives. */
function AlsoSent(): ReactNode {
  const t = useMessages('how');
  const locale = useLocale();
  return (
    <section aria-labelledby="also">
      <h2 id="also" className="font-bold text-xl">
        {t('alsoHeading')}
      </h2>
      <p className="mt-4 text-ink-soft">{t('alsoBody')}</p>
      <p className="mt-4">
        <a href={localePath(locale, pathOf('privacy'))} className={textLinkClass()}>
          {t('privacy')}
        </a>
      </p>
    </section>
  );
}
