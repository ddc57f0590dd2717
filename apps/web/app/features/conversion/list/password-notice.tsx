import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { TextField } from '@bakkum/ui/field';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, useState } from 'react';

/** Accessible names of the field and the button. */
export type PasswordNames = { readonly field: string; readonly submit: string };

type PasswordNoticeProps = {
  /** Whether the last password was wrong. */
  readonly isWrong: boolean;
  readonly maxLength: number;
  /** Default: “Convert”. */
  readonly submitLabel?: string | undefined;
  /** Where there are several; by default the labels. */
  readonly names?: PasswordNames | undefined;
  readonly onPassword: (password: string) => void;
};

/** Asks for the password of a file and continues with it. */
export function PasswordNotice({ isWrong, maxLength, submitLabel, names, onPassword }: PasswordNoticeProps): ReactNode {
  const t = useMessages('conversion');
  const [password, setPassword] = useState('');
  return (
    <Notice tone={isWrong ? 'danger' : 'warning'} className="mt-2.5">
      <form
        className="flex flex-wrap items-end gap-x-3 gap-y-2"
        onSubmit={(event) => {
          event.preventDefault();
          onPassword(password);
        }}
      >
        <p className="grow basis-full">{t(isWrong ? 'passwordWrong' : 'passwordNeeded')}</p>
        <TextField
          label={t('option_password')}
          aria-label={names?.field}
          type="password"
          autoComplete="off"
          maxLength={maxLength}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          className="min-w-40 grow sm:grow-0"
        />
        <Button type="submit" aria-label={names?.submit} disabled={password === ''}>
          {submitLabel ?? t('convert')}
        </Button>
      </form>
    </Notice>
  );
}
