import type { ContactWay } from '@bakkum/api-contract/contact';
import { CONTACT_SUBJECTS, type ContactSubject, MESSAGE_LENGTH } from '@bakkum/api-contract/contact-rules';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { NativeSelect, TextArea, TextField } from '@bakkum/ui/field';
import { Notice } from '@bakkum/ui/notice';
import { type RefObject, useEffect, useState } from 'react';
import { SubmitButton } from '../../forms/submit-button.tsx';
import { useForm } from '../../forms/use-form.ts';
import { call, type Failure } from '../../session/api.ts';
import { CONTACT_FIELDS, type ContactErrors, type ContactField, checkContact, mailAddress, problemOf } from './checks.ts';

type ContactFormProps = {
  /** The operator's address, if there is one. */
  readonly email: string | undefined;
  readonly onSent: (way: ContactWay) => void;
};

/** A contact form. Its fields keep their values until the message has arrived. */
export function ContactForm({ email, onSent }: ContactFormProps) {
  const t = useMessages('contact');
  const locale = useLocale();
  const [length, setLength] = useState(0);
  const form = useForm<ContactField>({
    fields: CONTACT_FIELDS,
    check: (values) => inWords(checkContact(values)),
    explain: ({ details }) =>
      inWords(Object.fromEntries(details.map(({ field, problem }) => [field, problemOf(field, problem)]))),
    send: async (values, element) => {
      const subject = CONTACT_SUBJECTS.find((each) => each === values.subject) ?? 'other';
      const website = new FormData(element).get('website');
      const answer = await call('POST /api/contact', {
        ...values,
        subject,
        locale,
        website: typeof website === 'string' ? website : '',
      });
      if (!answer.ok) return answer.failure;
      if (answer.body.way === 'stored' && email)
        location.href = mailAddress(email, { ...values, subject: t(`subject-${subject}`) });
      onSent(answer.body.way);
      return undefined;
    },
  });
  const inWords = (found: Readonly<Partial<Record<ContactField, Parameters<typeof t.lookup>[0]>>>): ContactErrors =>
    Object.fromEntries(Object.entries(found).map(([field, key]) => [field, t.lookup(key)]));
  const message = form.field('message');
  useHandedOver(form.formProps.ref, setLength);
  return (
    <form {...form.formProps} className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={t('name')} autoComplete="name" {...form.field('name')} />
        <TextField label={t('email')} type="email" inputMode="email" autoComplete="email" {...form.field('email')} />
      </div>
      <Subjects field={form.field('subject')} />
      <TextArea
        label={t('message')}
        rows={7}
        hint={<span className="tabular">{t('counter', { count: String(length), min: String(MESSAGE_LENGTH.min) })}</span>}
        {...message}
        onInput={(event) => {
          setLength(event.currentTarget.value.trim().length);
          message.onInput();
        }}
      />
      <HiddenBox />
      <Failed failure={form.failure} email={email} />
      <SubmitButton
        busy={form.busy}
        blocked={form.blocked}
        label={t('send')}
        busyLabel={t('sending')}
        className="justify-self-start"
      />
    </form>
  );
}

/** Hash of the link on the cloud page for visitors who ask for other limits. */
const ENTERPRISE = '#enterprise';

/** Prefills the message for visitors from that page. */
function useHandedOver(form: RefObject<HTMLFormElement | null>, onLength: (length: number) => void): void {
  const t = useMessages('contact');
  useEffect(() => {
    if (location.hash !== ENTERPRISE) return;
    const message = t('enterpriseMessage');
    fill(form.current, { subject: 'partnership', message });
    onLength(message.length);
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, []);
}

/** Fills fields that are still empty. */
function fill(form: HTMLFormElement | null, words: Readonly<Partial<Record<ContactField, string>>>): void {
  for (const [name, text] of Object.entries(words)) {
    const box = form?.elements.namedItem(name);
    if ((box instanceof HTMLTextAreaElement || box instanceof HTMLSelectElement) && box.value === '') box.value = text;
  }
}

type SubjectsProps = { readonly field: { name: string; error: string | undefined; onInput: () => void } };

function Subjects({ field }: SubjectsProps) {
  const t = useMessages('contact');
  return (
    <NativeSelect label={t('subject')} defaultValue="" {...field}>
      <option value="">{t('subjectNone')}</option>
      {CONTACT_SUBJECTS.map((subject: ContactSubject) => (
        <option key={subject} value={subject}>
          {t(`subject-${subject}`)}
        </option>
      ))}
    </NativeSelect>
  );
}

/** A honeypot: hidden from people, so only bots fill it in. */
function HiddenBox() {
  const t = useMessages('contact');
  return (
    <div aria-hidden className="sr-only">
      <label>
        {t('website')}
        <input name="website" type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}

function Failed({ failure, email }: { readonly failure: Failure | undefined; readonly email: string | undefined }) {
  const t = useMessages('contact');
  if (!failure) return undefined;
  if (failure.code === 'too-many-requests') return <Notice tone="danger">{t('limited')}</Notice>;
  return <Notice tone="danger">{email ? t('failed', { email }) : t('failedNoEmail')}</Notice>;
}
