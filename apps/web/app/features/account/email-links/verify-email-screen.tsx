import { useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { buttonClass } from '@bakkum/ui/button';
import { Notice } from '@bakkum/ui/notice';
import { useState } from 'react';
import { PageLink } from '../../../shell/page-link.tsx';
import { MailboxHint } from '../mailbox-hint.tsx';
import { useConfirmation } from './confirmation.ts';
import { ConfirmationPage } from './confirmation-page.tsx';
import { MailRequestForm } from './mail-request-form.tsx';

/** The target of the link that confirms the address of a new account. */
export function VerifyEmailScreen() {
  const t = useMessages('verifyEmail');
  const confirmation = useConfirmation('POST /api/account/verify');
  const words = {
    working: t('working'),
    doneHeading: t('doneHeading'),
    done: t('done'),
    invalidHeading: t('invalidHeading'),
    invalid: t('invalid'),
    passwordHeading: t('passwordHeading'),
    password: t('password'),
    confirm: t('confirm'),
  };
  const signIn = (
    <PageLink path={pathOf('sign-in')} className={buttonClass({ variant: 'primary' })}>
      {t('signIn')}
    </PageLink>
  );
  return <ConfirmationPage confirmation={confirmation} words={words} whenDone={signIn} whenInvalid={<NewLink />} />;
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
