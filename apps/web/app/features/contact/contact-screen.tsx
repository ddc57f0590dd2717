import type { ContactWay } from '@bakkum/api-contract/contact';
import { useMessages } from '@bakkum/i18n/react';
import type { Site } from '@bakkum/site/brand';
import { pathOf } from '@bakkum/site/pages';
import { MailCheck } from '@bakkum/ui/icons';
import { textLinkClass } from '@bakkum/ui/link';
import { useEffect, useState } from 'react';
import { takeFocus } from '../../forms/take-focus.ts';
import { PageLink } from '../../shell/page-link.tsx';
import { ContactForm } from './contact-form.tsx';

/** Milliseconds the confirmation is shown before the form returns: `spec`. */
const SENT_SHOWN_MS = 5000;

type ContactScreenProps = { readonly contact: NonNullable<Site['contact']> };

export function ContactScreen({ contact }: ContactScreenProps) {
  const t = useMessages('contact');
  const [way, setWay] = useState<ContactWay>();
  useEffect(() => {
    if (!way) return undefined;
    const timer = setTimeout(() => setWay(undefined), SENT_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [way]);
  return (
    <div className="work-width pt-8 pb-20 sm:pt-12">
      <h1 className="font-bold text-2xl">{t('heading')}</h1>
      <p className="mt-3 max-w-read text-ink-soft">{t('lead')}</p>
      <div className="mt-10 grid gap-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-h-[34rem] rounded-lg border border-line bg-surface p-5 sm:p-7">
          {way ? (
            <Sent way={way} hasEmail={contact.email !== undefined} />
          ) : (
            <ContactForm email={contact.email} onSent={setWay} />
          )}
        </div>
        <aside className="space-y-8">
          <Times hours={contact.hours} />
          <section>
            <h2 className="font-bold text-lg">{t('beforeHeading')}</h2>
            <p className="mt-2 text-ink-soft">
              {`${t('beforeBody')} `}
              <PageLink path={pathOf('help-center')} className={textLinkClass()}>
                {t('beforeLink')}
              </PageLink>
            </p>
          </section>
          <p className="text-ink-faint text-sm">{t('privateBody')}</p>
        </aside>
      </div>
    </div>
  );
}

function Sent({ way, hasEmail }: { readonly way: ContactWay; readonly hasEmail: boolean }) {
  const t = useMessages('contact');
  const stored = hasEmail ? t('stored') : t('storedOnly');
  return (
    <output ref={takeFocus} tabIndex={-1} className="grid justify-items-center py-16 text-center">
      <MailCheck aria-hidden size={40} strokeWidth={1.5} className="text-success" />
      <h2 className="mt-4 font-bold text-xl">{t('sentHeading')}</h2>
      <p className="mt-2 max-w-[40ch] text-ink-soft">{way === 'stored' ? stored : t('sent')}</p>
    </output>
  );
}

function Times({ hours }: { readonly hours: ContactScreenProps['contact']['hours'] }) {
  const t = useMessages('contact');
  const rows = [
    [t('timesGeneral'), hours.general],
    [t('timesTechnical'), hours.technical],
    [t('timesBilling'), hours.billing],
  ] as const;
  return (
    <section>
      <h2 className="font-bold text-lg">{t('timesHeading')}</h2>
      <dl className="mt-3 divide-y divide-line border-line border-y">
        {rows.map(([what, count]) => (
          <div key={what} className="flex justify-between gap-4 py-2.5 text-sm">
            <dt className="text-ink-soft">{what}</dt>
            <dd className="font-semibold tabular">{t('within', { count })}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
