import { type Contact, createContact, type ListedMessage } from '@bakkum/contact/contact';
import type { Database } from '@bakkum/database/database';
import type { DatabaseClock } from '@bakkum/database/database-clock';
import { enqueueMail } from '@bakkum/mail/outbox';
import { SUBJECT_NAMES } from '../features/contact/subjects.ts';
import { CommandRefused } from './command-refused.ts';

/** Maximum length of the excerpt shown in the list, in characters. */
const EXCERPT_LENGTH = 60;

type ContactCommand = {
  readonly database: Database;
  readonly clock: Pick<DatabaseClock, 'now'>;
  readonly args: readonly string[];
};

/** `bakkum admin contact …`: lists, shows and answers contact messages. */
export async function contactCommand({ database, clock, args }: ContactCommand): Promise<string> {
  // This command receives no messages, so it needs no delivery channels and no key.
  const contact = createContact({ sql: database, secret: '', ways: [], now: clock.now });
  const [first, id, ...words] = args;
  if (first === undefined) return (await contact.list()).map(lineOf).join('\n');
  if (first !== 'answer') return emailOf(await messageIn(contact, first));
  const text = words.join(' ').trim();
  if (text === '') throw new CommandRefused('The answer is empty.');
  const message = await messageIn(contact, id);
  await enqueueMail(database, {
    to: message.email,
    locale: message.locale,
    template: 'contact-answer',
    data: { number: message.id, askedAt: message.at.toISOString(), answer: text },
  });
  await contact.markAnswered(message.id);
  return `The answer to ${message.email} is in the outbox.`;
}

async function messageIn(contact: Contact, id: string | undefined): Promise<ListedMessage> {
  const found = /^\d{1,15}$/.test(id ?? '') ? await contact.find(Number(id)) : undefined;
  if (!found) throw new CommandRefused(`There is no message ${id ?? ''}.`);
  return found;
}

function lineOf({ id, at, subject, name, message, way, answeredAt }: ListedMessage): string {
  const beginning = oneLine(message).slice(0, EXCERPT_LENGTH);
  const state = answeredAt ? 'answered' : `${way ?? 'stored'}`;
  return [id, at.toISOString(), state, SUBJECT_NAMES[subject], oneLine(name), beginning].join('\t');
}

/** So that a sender cannot make up lines of the list. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

function emailOf(message: ListedMessage): string {
  const { id, at, name, email, subject, locale } = message;
  return `#${id}  ${at.toISOString()}  ${locale}\n${oneLine(name)} <${email}>\n${SUBJECT_NAMES[subject]}\n\n${message.message}`;
}
