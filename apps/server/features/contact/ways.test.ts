import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { StoredMessage } from '@bakkum/contact/contact';
import { type Letter, MailRefused, type MailTransport } from '@bakkum/mail/transport';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { contactWays } from './ways.ts';

const MESSAGE: StoredMessage = {
  id: 7,
  at: new Date('2026-12-01T09:00:00Z'),
  name: '김민아',
  email: 'mina@example.com',
  subject: 'bug',
  message: 'Tables <vanish> & more.',
  locale: 'ko',
};
const HOURS = { general: 24, technical: 12, billing: 6 };

let letters: Letter[];
let posted: unknown[];
let status: number;
let service: Server;
let formUrl: string;

const mail: MailTransport = {
  send: (letter) => {
    letters.push(letter);
    return letter.to === 'full@example.com' ? Promise.reject(new MailRefused('552', true)) : Promise.resolve();
  },
  check: () => Promise.resolve(),
  close: () => undefined,
};

const post = { mail, number: () => Promise.resolve('12') };

beforeEach(async () => {
  letters = [];
  posted = [];
  status = 200;
  service = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      posted.push(await json(request));
      response.writeHead(status).end();
    };
    void answer();
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  formUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}/form`;
});
afterEach(() => service.close());

it('lists the configured channels, mail first', () => {
  const names = (contact: object) => contactWays({ contact: { hours: HOURS, ...contact } }, post).map(({ name }) => name);
  expect([names({}), names({ email: 'a@example.com' }), names({ formUrl, email: 'a@example.com' })]).toEqual([
    [],
    ['mail'],
    ['mail', 'form'],
  ]);
});

it('emails the message with the writer as Reply-To', async () => {
  const [way] = contactWays({ contact: { hours: HOURS, email: 'help@example.com' } }, post);
  await way?.deliver(MESSAGE);
  expect(letters).toMatchObject([
    { to: 'help@example.com', id: '12', replyTo: 'mina@example.com', subject: '#7 Bug report: 김민아' },
  ]);
  expect(letters[0]?.text).toContain('Tables <vanish> & more.');
  expect(letters[0]?.html).toContain('Tables &lt;vanish&gt; &amp; more.');
});

it('reports a refusing mail server', async () => {
  const [way] = contactWays({ contact: { hours: HOURS, email: 'full@example.com' } }, post);
  await expect(way?.deliver(MESSAGE)).rejects.toThrow('552');
});

it('posts the specified fields to a form service and reports a refusal', async () => {
  const [way] = contactWays({ contact: { hours: HOURS, formUrl } }, post);
  await way?.deliver(MESSAGE);
  expect(posted).toEqual([
    {
      name: '김민아',
      email: 'mina@example.com',
      subject: 'bug',
      message: 'Tables <vanish> & more.',
      _replyto: 'mina@example.com',
      _subject: '#7 Bug report: 김민아',
    },
  ]);
  status = 500;
  await expect(way?.deliver(MESSAGE)).rejects.toThrow('500');
});
