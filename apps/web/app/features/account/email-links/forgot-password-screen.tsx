import { useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { KeyRound, MailCheck } from '@bakkum/ui/icons';
import { textLinkClass } from '@bakkum/ui/link';
import { useState } from 'react';
import { PageLink } from '../../../shell/page-link.tsx';
import { MailboxHint } from '../mailbox-hint.tsx';
import { NarrowPage } from '../narrow-page.tsx';
import { MailRequestForm } from './mail-request-form.tsx';

/** Requests a password reset link. */
export function ForgotPasswordScreen() {
  const t = useMessages('forgotPassword');
  const forms = useMessages('accountForms');
  const [sentTo, setSentTo] = useState<string>();
  const back = (
    <PageLink path={pathOf('sign-in')} className={textLinkClass('mt-6 inline-block')}>
      {forms('backToSignIn')}
    </PageLink>
  );
  if (sentTo !== undefined) {
    return (
      <NarrowPage key="sent" arrives icon={MailCheck} heading={forms('checkMail')} lead={t('sent', { email: sentTo })}>
        <MailboxHint />
        {back}
      </NarrowPage>
    );
  }
  return (
    <NarrowPage icon={KeyRound} heading={t('heading')} lead={t('lead')}>
      <MailRequestForm ask="POST /api/account/forgot-password" label={t('send')} busyLabel={t('sending')} onSent={setSentTo} />
      {back}
    </NarrowPage>
  );
}
