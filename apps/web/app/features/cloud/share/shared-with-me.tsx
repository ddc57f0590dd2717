import type { SharedWithMe } from '@bakkum/api-contract/conversions/cloud';
import { formatBytes, formatDateTime } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { buttonClass } from '@bakkum/ui/button';
import { IconButton } from '@bakkum/ui/icon-button';
import { Download, X } from '@bakkum/ui/icons';
import { textLinkClass } from '@bakkum/ui/link';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, useState } from 'react';
import { askServer, type CloudFault, UNREACHABLE } from '../../../conversion-api/ask-server.ts';
import { useFaultWords } from '../../../conversion-api/use-fault-words.ts';
import { useSession } from '../../../session/session.ts';
import { askToSignIn } from '../../../session/sign-in-prompt.ts';
import { useServerData } from '../../../state/server-data.ts';
import { useHash } from '../../../state/use-hash.ts';
import { FileName } from '../../../workbench/row-frame.tsx';
import '../../../complete-typeface.css';

/** Hash of the address in an invitation email. */
const INVITATION_HASH = '#shared';

type Shared = SharedWithMe['results'][number];

/** Results that others shared with the signed-in user. Renders nothing if there are none. */
export function SharedWithMeSection(): ReactNode {
  const t = useMessages('cloud');
  const session = useSession({ onlyIfLikely: true });
  // Whether an invitation email led here.
  const isAskedFor = useHash() === INVITATION_HASH;
  if (session.status === 'signed-in') return <Results personId={session.person.id} isAskedFor={isAskedFor} />;
  if (!isAskedFor || session.status === 'unknown') return undefined;
  return (
    <Frame fault={session.status === 'unreachable' ? UNREACHABLE : undefined}>
      {session.status === 'signed-out' ? (
        <p className="mt-3 text-ink-soft">
          {t('sharedSignIn')}{' '}
          <button type="button" onClick={() => askToSignIn('shared')} className={textLinkClass('cursor-pointer')}>
            {t('signIn')}
          </button>
        </p>
      ) : undefined}
    </Frame>
  );
}

type FrameProps = { readonly fault: CloudFault | undefined; readonly children: ReactNode };

function Frame({ fault, children }: FrameProps): ReactNode {
  const t = useMessages('cloud');
  const faultWords = useFaultWords(t('unreachable'));
  return (
    <section id="shared" aria-labelledby="shared-with-me" className="mt-8">
      <h2 id="shared-with-me" className="font-semibold text-lg">
        {t('sharedHeading')}
      </h2>
      {fault ? (
        <Notice tone="danger" className="mt-3">
          {faultWords(fault)}
        </Notice>
      ) : undefined}
      {children}
    </section>
  );
}

/** For a signed-in user. */
function Results({ personId, isAskedFor }: { readonly personId: string; readonly isAskedFor: boolean }): ReactNode {
  const t = useMessages('cloud');
  const { results, fault, remove } = useShared(personId);
  if (!isAskedFor && (results ?? []).length === 0) return undefined;
  return (
    <Frame fault={fault}>
      {results?.length === 0 ? <p className="mt-3 text-ink-soft">{t('sharedNone')}</p> : undefined}
      {results && results.length > 0 ? (
        <>
          <ul className="mt-3 grid gap-3">
            {results.map((shared) => (
              <SharedRow key={shared.invitation_id} shared={shared} onRemove={() => void remove(shared.invitation_id)} />
            ))}
          </ul>
          <p className="mt-2 text-ink-soft text-sm">{t('sharedCaution')}</p>
        </>
      ) : undefined}
    </Frame>
  );
}

/** `results` is undefined until they are loaded. */
function useShared(personId: string) {
  const { body, fault, change } = useServerData({
    key: ['shared-with-me', personId],
    ask: () => askServer<SharedWithMe>('GET', 'cloud/shared'),
  });
  const [failed, setFailed] = useState<CloudFault>();
  const remove = async (id: string): Promise<void> => {
    setFailed(undefined);
    const answer = await askServer('DELETE', `cloud/shared/${id}`);
    if (!answer.ok && answer.fault.code !== 'NOT_FOUND') return setFailed(answer.fault);
    // Others may have been removed meanwhile.
    change(({ results }) => ({ results: results.filter(({ invitation_id: other }) => other !== id) }));
  };
  return { results: body?.results, fault: failed ?? fault, remove };
}

type SharedRowProps = { readonly shared: Shared; readonly onRemove: () => void };

function SharedRow({ shared: { invitation_id: id, from, result }, onRemove }: SharedRowProps): ReactNode {
  const t = useMessages('cloud');
  const locale = useLocale();
  const { converted_filename: name, file_size: size, expires_at: end } = result;
  const facts = [
    t('sharedFrom', { address: from }),
    ...(size === null ? [] : [formatBytes(locale, size)]),
    ...(end === null ? [] : [t('until', { date: formatDateTime(locale, new Date(end)) })]),
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
