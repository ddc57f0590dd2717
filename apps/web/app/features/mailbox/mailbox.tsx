import { formatDateTime } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { buttonClass } from '@bakkum/ui/button';
import { classNames } from '@bakkum/ui/class-names';
import { Mail } from '@bakkum/ui/icons';
import { textLinkClass } from '@bakkum/ui/link';
import { Link } from 'react-router';
import { call } from '../../session/api.ts';
import { FailureNotice } from '../../session/failure-notice.tsx';
import { useServerData } from '../../state/server-data.ts';
import { type EmailBlock, emailBlocks } from './email-text.ts';

const LOOK_EVERY_MS = 3000;

type Letter = {
  readonly id: string;
  readonly from?: string | undefined;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly sentAt: string;
};

/** The emails of demo mode, newest first and expanded. Looks for new ones while it is visible. */
export function Mailbox({ origin }: { readonly origin: string }) {
  const t = useMessages('mailbox');
  const { body, fault } = useServerData({ key: ['mail'], ask: () => call('GET /api/demo/mail'), pollMs: LOOK_EVERY_MS });
  const letters = body?.letters;
  if (fault && !letters) return <FailureNotice failure={fault} />;
  if (!letters || letters.length === 0) {
    return (
      <p className="flex items-center gap-3 rounded-lg border border-line border-dashed px-5 py-10 text-ink-soft">
        <Mail aria-hidden size={22} strokeWidth={1.75} />
        {t('waiting')}
      </p>
    );
  }
  return (
    <ul aria-label={t('letters')} className="grid gap-3">
      {letters.map((letter, index) => (
        <li key={letter.id}>
          <LetterCard letter={letter} origin={origin} open={index === 0} />
        </li>
      ))}
    </ul>
  );
}

type LetterCardProps = { readonly letter: Letter; readonly origin: string; readonly open: boolean };

function LetterCard({ letter, origin, open }: LetterCardProps) {
  const t = useMessages('mailbox');
  const locale = useLocale();
  const sent = formatDateTime(locale, new Date(letter.sentAt));
  return (
    <details open={open} className="group rounded-lg border border-line bg-surface">
      <summary className="cursor-pointer list-none rounded-lg px-5 py-4 [&::-webkit-details-marker]:hidden">
        <span className="block font-semibold">{letter.subject}</span>
        <span className="mt-1 flex flex-wrap justify-between gap-x-4 text-ink-soft text-sm">
          <span className="grid min-w-0 break-all">
            {letter.from === undefined ? undefined : <span>{t('from', { email: letter.from })}</span>}
            <span>{t('to', { email: letter.to })}</span>
          </span>
          <time dateTime={letter.sentAt} className="tabular">
            {sent}
          </time>
        </span>
      </summary>
      <div className="grid justify-items-start gap-4 border-line border-t px-5 py-6">
        {emailBlocks(letter.text, origin).map((block, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- an email never changes
          <Block key={place} block={block} />
        ))}
      </div>
    </details>
  );
}

function Block({ block }: { readonly block: EmailBlock }) {
  if (block.kind === 'action') {
    return (
      <LetterLink href={block.href} className={buttonClass({ variant: 'primary' }, 'my-1 max-w-full whitespace-normal')}>
        {block.label}
      </LetterLink>
    );
  }
  return (
    <p
      className={classNames(
        'max-w-full whitespace-pre-wrap break-words',
        block.kind === 'signature' && 'w-full border-line border-t pt-4 text-ink-soft text-sm',
      )}
    >
      {block.parts.map(({ text, href }) =>
        href === undefined ? (
          text
        ) : (
          <LetterLink key={text} href={href} className={textLinkClass('break-all')}>
            {text}
          </LetterLink>
        ),
      )}
    </p>
  );
}

type LetterLinkProps = { readonly href: string; readonly className: string; readonly children: string };

/** Links to this site keep the page loaded, and with it files that wait for the person to sign in. */
function LetterLink({ href, className, children }: LetterLinkProps) {
  if (href.startsWith('/')) {
    return (
      <Link to={href} className={className}>
        {children}
      </Link>
    );
  }
  return (
    <a href={href} rel="noreferrer" className={className}>
      {children}
    </a>
  );
}
