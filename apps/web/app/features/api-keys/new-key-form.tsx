import type { ApiScope } from '@bakkum/api-contract/api-keys';
import { useMessages } from '@bakkum/i18n/react';
import { Checkbox } from '@bakkum/ui/checkbox';
import { LABEL_CLASS, NativeSelect, TextField } from '@bakkum/ui/field';
import { type ReactNode, useId } from 'react';
import { SubmitButton } from '../../forms/submit-button.tsx';
import { useForm } from '../../forms/use-form.ts';
import { call } from '../../session/api.ts';
import { FailureNotice } from '../../session/failure-notice.tsx';
import { checkKeyName, LIFETIMES, SCOPES } from './key-checks.ts';
import type { Made } from './made-key.tsx';

type KeyField = 'name' | 'days' | ApiScope;

/** The scopes most programs need. */
const USUAL: readonly ApiScope[] = ['convert:read', 'convert:write'];

/** Creates a key with a name, scopes and an expiry time. */
export function NewKeyForm({ onMade }: { readonly onMade: (made: Made) => void }): ReactNode {
  const t = useMessages('apiKeys');
  const form = useNewKey(onMade);
  return (
    <form {...form.formProps} className="grid gap-5">
      <TextField label={t('name')} hint={t('nameHint')} autoComplete="off" {...form.field('name')} />
      <Scopes field={form.field} />
      <NativeSelect label={t('lifetime')} name="days" defaultValue="365">
        {LIFETIMES.map((days) => (
          <option key={days} value={days}>
            {t(`lifetime-${days}`)}
          </option>
        ))}
      </NativeSelect>
      <FailureNotice failure={form.failure} />
      <div>
        <SubmitButton busy={form.busy} blocked={form.blocked} label={t('make')} busyLabel={t('making')} />
      </div>
    </form>
  );
}

type ScopesProps = { readonly field: ReturnType<typeof useForm<KeyField>>['field'] };

function Scopes({ field }: ScopesProps): ReactNode {
  const t = useMessages('apiKeys');
  const id = useId();
  // All checkboxes share one description, attached to the first.
  const { error, onInput } = field(SCOPES[0]);
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className={LABEL_CLASS}>{t('scopes')}</legend>
      {SCOPES.map((scope) => (
        <Checkbox
          key={scope}
          name={scope}
          label={t(`scope-${scope}`)}
          hint={t(`scope-${scope}-hint`)}
          defaultChecked={USUAL.includes(scope)}
          onInput={onInput}
        />
      ))}
      <div aria-live="polite">
        {error ? (
          <p id={id} className="mt-1.5 text-danger text-sm">
            {error}
          </p>
        ) : undefined}
      </div>
    </fieldset>
  );
}

function useNewKey(onMade: (made: Made) => void) {
  const t = useMessages('apiKeys');
  return useForm<KeyField>({
    fields: ['name', 'days', ...SCOPES],
    check: (values) => {
      const name = checkKeyName(values.name);
      return {
        ...(name && { name: t.lookup(name) ?? '' }),
        ...(SCOPES.every((scope) => values[scope] === '') && { [SCOPES[0]]: t('scopesRequired') }),
      };
    },
    explain: ({ details }) => (details.some(({ field }) => field === 'name') ? { name: t('nameInvalid') } : {}),
    send: async (values, element) => {
      const answer = await call('POST /api/account/api-keys', {
        name: values.name.trim(),
        scopes: SCOPES.filter((scope) => values[scope] !== ''),
        days: values.days === '' ? null : Number(values.days),
      });
      if (!answer.ok) return answer.failure;
      element.reset();
      onMade(answer.body);
      return undefined;
    },
  });
}
