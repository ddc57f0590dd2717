import { formatDuration } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Notice } from '@bakkum/ui/notice';
import type { ReactNode } from 'react';
import type { Failure } from './api.ts';

type FailureNoticeProps = { readonly failure: Failure | undefined; readonly action?: ReactNode; readonly className?: string };

/** The reason of a failure, shown above the button that caused it. */
export function FailureNotice({ failure, action, className }: FailureNoticeProps) {
  const sentence = useFailureWords();
  if (!failure) return undefined;
  return (
    <Notice tone="danger" action={action} {...(className && { className })}>
      {sentence(failure)}
    </Notice>
  );
}

function useFailureWords(): (failure: Failure) => string {
  const problems = useMessages('problems');
  const t = useMessages('accountForms');
  const locale = useLocale();
  return ({ code, retryAfterS }) => {
    if (code === 'unreachable') return t('unreachable');
    const wait = retryAfterS === undefined ? '' : ` ${t('tryAgainIn', { time: formatDuration(locale, retryAfterS * 1000) })}`;
    return problems(code) + wait;
  };
}
