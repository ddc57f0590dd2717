import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { CircleCheck, KeyRound, Unlink } from '@bakkum/ui/icons';
import { ProgressBar } from '@bakkum/ui/progress-bar';
import type { ReactNode } from 'react';
import { FailureNotice } from '../../../session/failure-notice.tsx';
import { NarrowPage } from '../narrow-page.tsx';
import { ConfirmPasswordForm } from './confirm-password-form.tsx';
import type { Confirmation } from './confirmation.ts';

type Words = {
  readonly working: string;
  readonly doneHeading: string;
  readonly done: string;
  readonly invalidHeading: string;
  readonly invalid: string;
  readonly passwordHeading: string;
  readonly password: string;
  readonly confirm: string;
};
type ConfirmationPageProps = {
  readonly confirmation: Confirmation;
  readonly words: Words;
  /** The next action offered. */
  readonly whenDone: ReactNode;
  readonly whenInvalid: ReactNode;
};

/** Shows the result of a link from an email. */
export function ConfirmationPage({ confirmation, words, whenDone, whenInvalid }: ConfirmationPageProps) {
  const t = useMessages('accountForms');
  switch (confirmation.state) {
    case 'working':
      return (
        <NarrowPage heading={words.working}>
          <ProgressBar label={words.working} />
        </NarrowPage>
      );
    case 'failed':
      return (
        <NarrowPage heading={words.working}>
          <FailureNotice failure={confirmation.failure} />
          <Button className="mt-5" onClick={confirmation.again}>
            {t('tryAgain')}
          </Button>
        </NarrowPage>
      );
    case 'password-needed':
      return (
        <NarrowPage key="password" arrives icon={KeyRound} heading={words.passwordHeading} lead={words.password}>
          <ConfirmPasswordForm confirm={confirmation.confirm} label={words.confirm} busyLabel={words.working} />
        </NarrowPage>
      );
    case 'done':
      return (
        <NarrowPage key="done" arrives icon={CircleCheck} heading={words.doneHeading} lead={words.done}>
          {whenDone}
        </NarrowPage>
      );
    case 'invalid':
      return (
        <NarrowPage key="invalid" arrives icon={Unlink} heading={words.invalidHeading} lead={words.invalid}>
          {whenInvalid}
        </NarrowPage>
      );
  }
}
