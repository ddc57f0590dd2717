import type { PersonView } from '@bakkum/api-contract/account';
import { isLocale, LOCALE_NAMES, LOCALES } from '@bakkum/i18n/locale';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { NativeSelect, TextField } from '@bakkum/ui/field';
import { useState } from 'react';
import { SubmitButton } from '../../../forms/submit-button.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { call } from '../../../session/api.ts';
import { FailureNotice } from '../../../session/failure-notice.tsx';
import { setPerson } from '../../../session/session.ts';
import { checkName } from '../field-checks.ts';
import { useFieldWords } from '../use-field-words.ts';
import { DoneNotice } from './done-notice.tsx';
import { Section } from './section.tsx';

/** Changes the name and the language of emails. */
export function ProfileSection({ person }: { readonly person: PersonView }) {
  const t = useMessages('account');
  const forms = useMessages('accountForms');
  const form = useProfile(person);
  const first = (
    <TextField
      key="first"
      label={forms('firstName')}
      autoComplete="given-name"
      defaultValue={person.firstName}
      {...form.field('firstName')}
    />
  );
  const last = (
    <TextField
      key="last"
      label={forms('lastName')}
      autoComplete="family-name"
      defaultValue={person.lastName}
      {...form.field('lastName')}
    />
  );
  const { error: _, ...language } = form.field('locale');
  return (
    <Section heading={t('profileHeading')} body={t('profileBody')}>
      <form {...form.formProps} className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">{useLocale() === 'ko' ? [last, first] : [first, last]}</div>
        <NativeSelect label={t('language')} hint={t('languageHint')} defaultValue={person.locale} {...language}>
          {LOCALES.map((locale) => (
            <option key={locale} value={locale} lang={locale}>
              {LOCALE_NAMES[locale]}
            </option>
          ))}
        </NativeSelect>
        <FailureNotice failure={form.failure} />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton busy={form.busy} blocked={form.blocked} label={t('save')} busyLabel={t('saving')} variant="secondary" />
          <DoneNotice>{form.saved ? t('saved') : undefined}</DoneNotice>
        </div>
      </form>
    </Section>
  );
}

/** Only accounts that have a name need one. */
function useProfile(person: PersonView) {
  const { inWords, explain } = useFieldWords();
  const [saved, setSaved] = useState(false);
  const form = useForm<'firstName' | 'lastName' | 'locale'>({
    fields: ['firstName', 'lastName', 'locale'],
    check: ({ firstName, lastName }) =>
      inWords({
        firstName: firstName === person.firstName ? undefined : checkName('firstName', firstName),
        lastName: lastName === person.lastName ? undefined : checkName('lastName', lastName),
      }),
    explain: (failure) => explain<'firstName' | 'lastName'>(failure),
    send: async ({ firstName, lastName, locale }) => {
      setSaved(false);
      const answer = await call('PATCH /api/account/profile', {
        ...(firstName !== '' && { firstName }),
        ...(lastName !== '' && { lastName }),
        ...(isLocale(locale) && { locale }),
      });
      if (!answer.ok) return answer.failure;
      setPerson(answer.body.person);
      setSaved(true);
      return undefined;
    },
  });
  return { ...form, saved };
}
