import { useMessages } from '@bakkum/i18n/react';
import { PasswordField } from '@bakkum/ui/password-field';
import type { ComponentProps } from 'react';

/** A password field with translated labels. */
export function PasswordInput(props: Omit<ComponentProps<typeof PasswordField>, 'showLabel' | 'hideLabel'>) {
  const t = useMessages('accountForms');
  return <PasswordField showLabel={t('showPassword')} hideLabel={t('hidePassword')} {...props} />;
}
