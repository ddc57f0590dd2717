import { formatDateTime } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Mail } from '@bakkum/ui/icons';
import { textLinkClass } from '@bakkum/ui/link';
import { call } from '../../session/api.ts';
import { FailureNotice } from '../../session/failure-notice.tsx';
import { useServerData } from '../../state/server-data.ts';
import { letterParts } from './letter-parts.ts';

const LOOK_EVERY_MS = 3000;

type Letter = {
  readonly id: string;
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
        <span className="mt-0.5 flex flex-wrap justify-between gap-x-4 text-ink-soft text-sm">
          <span className="min-w-0 break-all">{t('to', { email: letter.to })}</span>
          <time dateTime={letter.sentAt} className="tabular">
            {sent}
          </time>
        </span>
      </summary>
      <div className="whitespace-pre-wrap break-words border-line border-t px-5 py-5">
        {letterParts(letter.text, origin).map(({ text, href }) =>
          href === undefined ? (
            text
          ) : (
            <a key={text} href={href} className={textLinkClass('break-all')}>
              {text}
            </a>
          ),
        )}
      </div>
    </details>
  );
}
