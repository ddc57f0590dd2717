import { useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { buttonClass } from '@bakkum/ui/button';
import { loadSession } from '../../../session/session.ts';
import { PageLink } from '../../../shell/page-link.tsx';
import { useConfirmation } from './confirmation.ts';
import { ConfirmationPage } from './confirmation-page.tsx';

const reread = (): void => void loadSession();

/** The target of the link that changes the email address of an account. */
export function ChangeEmailScreen() {
  const t = useMessages('changeEmail');
  const confirmation = useConfirmation('POST /api/account/confirm-email', reread);
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
  const account = (
    <PageLink path={pathOf('account')} className={buttonClass({ variant: 'primary' })}>
      {t('toAccount')}
    </PageLink>
  );
  return <ConfirmationPage confirmation={confirmation} words={words} whenDone={account} whenInvalid={account} />;
}
