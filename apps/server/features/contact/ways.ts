import { CONTACT_SUBJECTS } from '@bakkum/api-contract/contact-rules';
import type { StoredMessage, Way } from '@bakkum/contact/contact';
import type { MailTransport } from '@bakkum/mail/transport';
import { escapeHtml } from '@bakkum/markup/escape';
import type { Settings } from '../../config/settings.ts';
import { currentMailReader } from '../../http/mailbox-browser.ts';
import { SUBJECT_NAMES } from './subjects.ts';

/** Timeout of requests to the form service, in milliseconds. */
const FORM_TIMEOUT_MS = 10_000;

/** Mail transport and source of message numbers. */
type Post = { readonly mail: MailTransport; readonly number: () => Promise<string> };

/** Configured delivery channels to the operator, in order: mail, then a form service. The page falls back to a mailto link. */
export function contactWays({ contact }: Pick<Settings, 'contact'>, post: Post): readonly Way[] {
  const { email, formUrl } = contact;
  return [
    ...(email ? [{ name: 'mail', deliver: (message) => byMail(post, email, message) } satisfies Way] : []),
    ...(formUrl ? [{ name: 'form', deliver: (message) => byForm(formUrl, email, message) } satisfies Way] : []),
  ];
}

async function byMail({ mail, number }: Post, to: string, message: StoredMessage): Promise<void> {
  const text = `${message.message}\n\n${message.name} <${message.email}>\n${message.at.toISOString()}, ${message.locale}\n`;
  const html = `<pre style="white-space:pre-wrap;font:inherit">${escapeHtml(text)}</pre>`;
  const id = await number();
  const reader = currentMailReader();
  await mail.send({ to, id, subject: subjectOf(message), text, html, replyTo: message.email, ...(reader && { reader }) });
}

/** Posts the message to a form service, with the fields of the specification. */
async function byForm(url: string, to: string | undefined, message: StoredMessage): Promise<void> {
  const { name, email, subject } = message;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({
      name,
      email,
      subject,
      message: message.message,
      _replyto: email,
      _subject: subjectOf(message),
      ...(to && { _to: to }),
    }),
    signal: AbortSignal.timeout(FORM_TIMEOUT_MS),
    redirect: 'error',
  });
  if (!response.ok) throw new Error(`the form service answered ${response.status}`);
}

function subjectOf({ id, subject, name }: StoredMessage): string {
  const known = CONTACT_SUBJECTS.includes(subject) ? SUBJECT_NAMES[subject] : subject;
  return `#${id} ${known}: ${name}`;
}
