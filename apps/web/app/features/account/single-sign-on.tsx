import { isSingleSignOnProblem, SINGLE_SIGN_ON_PARAMETER } from '@bakkum/api-contract/single-sign-on-problems';
import { localePath } from '@bakkum/i18n/locale';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { Button } from '@bakkum/ui/button';
import { classNames } from '@bakkum/ui/class-names';
import { KeyRound } from '@bakkum/ui/icons';
import { Notice } from '@bakkum/ui/notice';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSite } from '../../document/use-site.ts';
import { useAlive } from '../../forms/use-alive.ts';
import { call, type Failure } from '../../session/api.ts';
import { FailureNotice } from '../../session/failure-notice.tsx';

type SingleSignOnProps = {
  /** Path to open after signing in; the account page when absent. */
  readonly next: string | undefined;
  readonly className?: string;
};

/** The button of the operator's sign-in service, above the form for email addresses. Shows nothing if there is no service. */
export function SingleSignOn({ next, className }: SingleSignOnProps) {
  const { singleSignOn } = useSite();
  return singleSignOn ? (
    <ServiceButton name={singleSignOn.name} next={next} {...(className !== undefined && { className })} />
  ) : undefined;
}

function ServiceButton({ name, next, className }: SingleSignOnProps & { readonly name: string }) {
  const t = useMessages('singleSignOn');
  const { busy, failure, open } = useService(next);
  return (
    <div className={classNames('grid gap-4', className)}>
      <Button size="lg" className="w-full" disabled={busy} onClick={() => void open()} icon={<KeyRound aria-hidden size={18} />}>
        <span className="truncate">{t(busy ? 'opening' : 'continueWith', { name })}</span>
      </Button>
      <FailureNotice failure={failure} />
      <p className="flex items-center gap-3 text-ink-faint text-sm before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        {t('or')}
      </p>
    </div>
  );
}

function useService(next: string | undefined) {
  const locale = useLocale();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const account = localePath(locale, pathOf('account'));
  const open = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    const answer = await call('POST /api/account/single-sign-on', { locale, next: next ?? account });
    if (answer.ok) {
      location.assign(answer.body.url);
      return;
    }
    setBusy(false);
    setFailure(answer.failure);
  };
  return { busy, failure, open };
}

/** Says why the person who came back from the service is not signed in. */
export function SingleSignOnProblemNotice({ className }: { readonly className?: string }) {
  const t = useMessages('singleSignOnProblems');
  const { singleSignOn } = useSite();
  const [search] = useSearchParams();
  const isAlive = useAlive();
  const problem = search.get(SINGLE_SIGN_ON_PARAMETER);
  if (!isAlive || !singleSignOn || !isSingleSignOnProblem(problem)) return undefined;
  return (
    <Notice tone={problem === 'canceled' ? 'info' : 'danger'} {...(className !== undefined && { className })}>
      {t(problem, singleSignOn)}
    </Notice>
  );
}
