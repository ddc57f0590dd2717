import { MESSAGE_LENGTH, SENDER_LENGTH } from '@bakkum/api-contract/contact-rules';
import type { FieldProblem } from '@bakkum/api-contract/problem';
import type { contact } from '@bakkum/i18n/strings/site/contact.en';
import { isEmail } from '../../forms/email.ts';
import type { FieldErrors, Values } from '../../forms/use-form.ts';

export const CONTACT_FIELDS = ['name', 'email', 'subject', 'message'] as const;
export type ContactField = (typeof CONTACT_FIELDS)[number];
export type ContactMessage = keyof typeof contact;

/** Checks the form by the rules of the specification. */
export function checkContact({
  name,
  email,
  subject,
  message,
}: Values<ContactField>): Partial<Record<ContactField, ContactMessage>> {
  const text = message.trim();
  const found: Partial<Record<ContactField, ContactMessage | undefined>> = {
    name: name.trim() === '' ? 'nameRequired' : name.trim().length > SENDER_LENGTH ? 'nameLong' : undefined,
    email: email.trim() === '' ? 'emailRequired' : isEmail(email) ? undefined : 'emailInvalid',
    subject: subject === '' ? 'subjectRequired' : undefined,
    message: messageProblem(text),
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined));
}

/** Translates the server's field errors to messages of the form. */
export function problemOf(field: string, problem: FieldProblem): ContactMessage {
  if (problem === 'unsupported-characters') return 'charactersUnsupported';
  if (field === 'name') return problem === 'too-long' ? 'nameLong' : 'nameRequired';
  if (field === 'email') return problem === 'required' ? 'emailRequired' : 'emailInvalid';
  if (field === 'subject') return 'subjectRequired';
  return problem === 'too-long' ? 'messageLong' : 'messageShort';
}

function messageProblem(text: string): ContactMessage | undefined {
  if (text === '') return 'messageRequired';
  if (text.length < MESSAGE_LENGTH.min) return 'messageShort';
  return text.length > MESSAGE_LENGTH.max ? 'messageLong' : undefined;
}

/** Returns a `mailto:` link with the message filled in. */
export function mailAddress(
  to: string,
  { name, subject, message }: Readonly<Record<'name' | 'subject' | 'message', string>>,
): string {
  return `mailto:${encodeURIComponent(to)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(`${message}\n\n${name}`)}`;
}

export type ContactErrors = FieldErrors<ContactField>;
