import type { SharedWithMe } from '@bakkum/api-contract/cloud';
import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { buttonClass } from '@bakkum/ui/button';
import { IconButton } from '@bakkum/ui/icon-button';
import { textLinkClass } from '@bakkum/ui/link';
import { Notice } from '@bakkum/ui/notice';
import { Download, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { askServer } from '../../conversion-api/ask-server.ts';
import { useFaultWords } from '../../conversion-api/use-fault-words.ts';
import { mayBeSignedIn } from '../../document/session-hint.ts';
import { PageLink } from '../../shell/page-link.tsx';
import { FileName } from './file-name.tsx';

/** What ends the address in a letter of invitation. */
const ASKED_FOR = '#shared';

type Known = Partial<SharedWithMe> & { readonly fault?: Parameters<ReturnType<typeof useFaultWords>>[0] };

/** Results of others, for whoever is signed in with an address they were shared with. Nothing where there are none. */
export function SharedWithMeSection(): ReactNode {
  const t = useMessages('cloud');
  const faultWords = useFaultWords(t('unreachable'));
  const [known, setKnown] = useState<Known>();
  const [isAskedFor, setAskedFor] = useState(false);
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the server that draws the page does not see what follows the #
    setAskedFor(location.hash === ASKED_FOR);
    if (!mayBeSignedIn()) return;
    void askServer<SharedWithMe>('GET', 'cloud/shared').then((answer) =>
      setKnown(answer.ok ? answer.body : { fault: answer.fault }),
    );
  }, []);
  const results = known?.results ?? [];
  if (results.length === 0 && !isAskedFor) return undefined;
  const remove = async (id: string): Promise<void> => {
    const answer = await askServer('DELETE', `cloud/shared/${id}`);
    const left = results.filter(({ invitation_id: other }) => other !== id);
    setKnown(answer.ok ? { results: left } : { results, fault: answer.fault });
  };
  return (
    <section id="shared" aria-labelledby="shared-with-me" className="mt-8">
      <h2 id="shared-with-me" className="font-semibold text-lg">
        {t('sharedHeading')}
      </h2>
      {known?.fault ? (
        <Notice tone="danger" className="mt-3">
          {faultWords(known.fault)}
        </Notice>
      ) : undefined}
      {results.length === 0 && !known?.fault ? <Nothing isSignedIn={known !== undefined} /> : undefined}
      <ul className="mt-3 grid gap-3">
        {results.map((shared) => (
          <SharedRow key={shared.invitation_id} shared={shared} onRemove={() => void remove(shared.invitation_id)} />
        ))}
      </ul>
      {results.length > 0 ? <p className="mt-2 text-ink-soft text-sm">{t('sharedCaution')}</p> : undefined}
    </section>
  );
}

function Nothing({ isSignedIn }: { readonly isSignedIn: boolean }): ReactNode {
  const t = useMessages('cloud');
  if (isSignedIn) return <p className="mt-3 text-ink-soft">{t('sharedNone')}</p>;
  return (
    <p className="mt-3 text-ink-soft">
      {t('sharedSignIn')}{' '}
      <PageLink path={`${pathOf('sign-in')}?next=${pathOf('cloud')}`} className={textLinkClass()}>
        {t('signIn')}
      </PageLink>
    </p>
  );
}

type SharedRowProps = { readonly shared: SharedWithMe['results'][number]; readonly onRemove: () => void };

function SharedRow({ shared: { invitation_id: id, from, result }, onRemove }: SharedRowProps): ReactNode {
  const t = useMessages('cloud');
  const locale = useLocale();
  const { converted_filename: name, file_size: size, expires_at: end } = result;
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const facts = [
    t('sharedFrom', { address: from }),
    ...(size === null ? [] : [formatBytes(locale, size)]),
    ...(end === null ? [] : [t('until', { date: moment.format(new Date(end)) })]),
  ];
  const shown = name ?? t('sharedComing');
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line bg-surface p-3 sm:px-4">
      <div className="min-w-0 flex-1 basis-56">
        <FileName name={shown} />
        <p className="mt-0.5 break-words text-ink-soft text-sm tabular">{facts.join(' · ')}</p>
      </div>
      {name === null ? undefined : (
        <a href={`/api/v1/cloud/shared/${id}/download`} download className={buttonClass({ size: 'sm' })}>
          <Download aria-hidden size={16} />
          {t('download')}
        </a>
      )}
      <IconButton label={t('sharedRemove', { name: shown })} onClick={onRemove} className="-mr-2">
        <X aria-hidden size={18} />
      </IconButton>
    </li>
  );
}
