import { useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { buttonClass } from '@bakkum/ui/button';
import { Notice } from '@bakkum/ui/notice';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { dropPendingTask, pendingTaskOf } from '../../../session/pending-task.ts';
import { setPerson } from '../../../session/session.ts';
import { PageLink } from '../../../shell/page-link.tsx';
import { MailboxHint } from '../mailbox-hint.tsx';
import { useConfirmation } from './confirmation.ts';
import { ConfirmationPage } from './confirmation-page.tsx';
import { MailRequestForm } from './mail-request-form.tsx';

/** The target of the link that confirms the address of a new account. Returns to what the person was doing. */
export function VerifyEmailScreen() {
  const t = useMessages('verifyEmail');
  const [signedIn, setSignedIn] = useState<{ readonly target: string | undefined }>();
  const confirmation = useConfirmation('POST /api/account/verify', ({ person }) => {
    if (!person) return;
    const task = pendingTaskOf(person.email);
    // The studio takes an order itself.
    if (task?.order === undefined) dropPendingTask(person.email);
    setPerson(person);
    setSignedIn({ target: task?.path });
  });
  const words = {
    working: t('working'),
    doneHeading: t('doneHeading'),
    done: t(signedIn ? 'doneSignedIn' : 'done'),
    invalidHeading: t('invalidHeading'),
    invalid: t('invalid'),
    passwordHeading: t('passwordHeading'),
    password: t('password'),
    confirm: t('confirm'),
  };
  if (signedIn?.target !== undefined) return <Navigate to={signedIn.target} replace />;
  const next = (
    <PageLink path={pathOf(signedIn ? 'account' : 'sign-in')} className={buttonClass({ variant: 'primary' })}>
      {t(signedIn ? 'toAccount' : 'signIn')}
    </PageLink>
  );
  return <ConfirmationPage confirmation={confirmation} words={words} whenDone={next} whenInvalid={<NewLink />} />;
}

function NewLink() {
  const t = useMessages('verifyEmail');
  const [sentTo, setSentTo] = useState<string>();
  if (sentTo !== undefined) {
    return (
      <>
        <Notice tone="success">{t('sent', { email: sentTo })}</Notice>
        <MailboxHint />
      </>
    );
  }
  return (
    <MailRequestForm ask="POST /api/account/resend-verification" label={t('send')} busyLabel={t('sending')} onSent={setSentTo} />
  );
}
