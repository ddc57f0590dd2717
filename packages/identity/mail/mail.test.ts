import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { LOCALES } from '@bakkum/i18n/locale';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createFileMailbox, MAX_LETTERS, readFileMailbox } from './file-mailbox.ts';
import { MAIL_DATA, type Mail, type MailData, type MailTemplate } from './mail.ts';
import { MAIL_MIGRATIONS } from './migrations.ts';
import { deleteMailTo, deleteOldMail, deliverMail, enqueueMail, mailCounts } from './outbox.ts';
import { renderMail } from './render.ts';
import { createSmtpTransport } from './smtp-transport.ts';
import { type Letter, MailRefused, type MailTransport } from './transport.ts';

const BRAND = { name: 'Bakkum' };
const FROM = 'Bakkum <no-reply@bakkum.example>';
const NOW = new Date('2026-12-01T00:00:00Z');
const later = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);
const verify = (changes: { to?: string; dedupKey?: string; locale?: 'en' | 'ko' } = {}): Mail => ({
  to: 'mina@example.com',
  locale: 'en',
  template: 'verify-email',
  data: { url: 'https://bakkum.example/verify?token=secret' },
  ...changes,
});

const SAMPLES: { readonly [Template in MailTemplate]: unknown } = {
  'verify-email': { url: 'https://bakkum.example/v?token=a&b=1' },
  'reset-password': { name: '민아', url: 'https://bakkum.example/r?token=a' },
  'sign-up-attempt': { name: '민아', url: 'https://bakkum.example/sign-in' },
  'change-address': { url: 'https://bakkum.example/c?token=a' },
  'address-changed': { name: '민아', address: 'new@example.com', url: 'https://bakkum.example/contact' },
  'password-changed': {
    name: '민아',
    at: '2026-12-01T09:30:00Z',
    revokedKeys: 2,
    url: 'https://bakkum.example/forgot-password',
  },
  'new-sign-in': {
    name: '민아',
    at: '2026-12-01T09:30:00Z',
    device: { browser: 'Firefox', system: 'Linux' },
    url: 'https://bakkum.example/account',
  },
  'image-report': { number: 7, reason: 'harmful' },
  'sign-in-connected': { name: '민아', url: 'https://bakkum.example/account' },
  receipt: {
    name: '민아',
    plan: 'annual',
    amount: '200.00',
    currency: 'USD',
    paymentId: 'P-1',
    paidAt: '2026-12-01T09:30:00Z',
    paidFrom: '2026-12-01T09:30:00Z',
    paidUntil: '2027-12-01T09:30:00Z',
    url: 'https://bakkum.example/account/receipt?id=1',
  },
  refund: {
    name: '민아',
    plan: 'monthly',
    amount: '20.00',
    currency: 'USD',
    paymentId: 'P-1',
    refundedAt: '2026-12-03T09:30:00Z',
  },
  'contact-answer': { number: 7, askedAt: '2026-12-01T09:30:00Z', answer: 'We found it.\n\nIt is mended.' },
  'money-alert': { what: 'refund-asked', number: 'INV-1', command: 'bakkum admin payments refund INV-1' },
  'renewal-failed': {
    name: '민아',
    plan: 'monthly',
    amount: '20.00',
    currency: 'USD',
    retryAt: '2026-08-05T09:00:00.000Z',
    endsAt: '2026-08-10T09:00:00.000Z',
    url: 'https://bakkum.example/account',
  },
  'renewal-ahead': {
    name: '민아',
    plan: 'annual',
    amount: '200.00',
    currency: 'USD',
    chargeAt: '2026-08-05T09:00:00.000Z',
    url: 'https://bakkum.example/account',
  },
  'subscription-ended': {
    name: '민아',
    plan: 'monthly',
    why: 'unpaid',
    paidUntil: '2026-08-05T09:00:00.000Z',
    url: 'https://bakkum.example/account',
  },
  'plan-ending': {
    name: '민아',
    plan: 'monthly',
    endsAt: '2026-12-31T09:30:00Z',
    credits: 12,
    url: 'https://bakkum.example/pricing',
  },
  'cycle-ending': { name: '민아', credits: 1, resetsAt: '2026-12-31T09:30:00Z', url: 'https://bakkum.example/ai-generator' },
  'cloud-invitation': { inviter: 'jun@example.com', format: 'PDF', url: 'https://bakkum.example/home3#shared' },
};

it('names the person who shared a file only if their address may be quoted, and never in the subject', () => {
  const { inviter, ...rest } = MAIL_DATA['cloud-invitation'].parse(SAMPLES['cloud-invitation']);
  const render = (locale: 'en' | 'ko', data: MailData<'cloud-invitation'>) => renderMail('cloud-invitation', locale, data, BRAND);
  for (const locale of LOCALES) {
    expect(render(locale, { inviter, ...rest }).text).toContain(String(inviter));
    expect(render(locale, { inviter, ...rest }).subject).not.toContain(String(inviter));
  }
  expect(render('en', rest).text).toContain('Someone converted a file to PDF');
  expect(render('ko', rest).text).toContain('누군가 Bakkum에서');
});

describe('a rendered email', () => {
  const cases = (Object.keys(MAIL_DATA) as MailTemplate[]).flatMap((template) => LOCALES.map((locale) => ({ template, locale })));

  it.each(cases)('$template in $locale has the same content as text and as HTML', ({ template, locale }) => {
    const { subject, text, html } = renderMail(template, locale, SAMPLES[template], BRAND);
    expect(subject).toMatch(locale === 'ko' ? /[가-힣]/ : /^[^가-힣]+$/);
    expect(html).toContain(`<html lang="${locale}">`);
    const shown = html
      .replace(/<style[\s\S]*?<\/style>|<[^>]+>/g, ' ')
      .replaceAll('&amp;', '&')
      .replaceAll('&#39;', "'");
    for (const line of text.split('\n').filter((part) => part !== '' && part !== '-- ')) {
      expect(shown).toContain(line.replace(/:$/, ''));
    }
    // The sender may be a no-reply address, and text has links instead of buttons.
    expect(text).not.toMatch(/reply|답장|button|버튼/i);
    expect(`${subject}${text}${html}`).not.toMatch(/undefined|null|NaN|\[object/);
  });

  it('formats amounts and times for the language', () => {
    expect(renderMail('receipt', 'en', SAMPLES.receipt, BRAND).text).toContain(
      '$200.00, paid on December 1, 2026 at 9:30 AM (UTC)',
    );
    expect(renderMail('receipt', 'ko', SAMPLES.receipt, BRAND).text).toContain(
      'US$200.00, 결제 시각 2026년 12월 1일 오후 6:30(한국 시간)',
    );
  });

  it('escapes markup and refuses line breaks in headers', () => {
    const data = { name: '<b>x</b>\r\nBcc: all@example.com', url: 'https://bakkum.example/?a="onload=1' };
    const { subject, html } = renderMail('reset-password', 'en', data, { name: 'A\r\nBcc: b@example.com' });
    expect(subject).not.toMatch(/[\r\n]/);
    expect(html).toContain('&lt;b&gt;x&lt;/b&gt;');
    expect(html).not.toContain('"onload');
  });
});

describe('the outbox', () => {
  let database: TestDatabase;
  let letters: Letter[] = [];
  let refusal: MailRefused | undefined;
  const transport: MailTransport = {
    send: (letter) => {
      if (refusal) return Promise.reject(refusal);
      letters.push(letter);
      return Promise.resolve();
    },
    check: () => Promise.resolve(),
    close: () => undefined,
  };
  const deliver = (now: Date) => deliverMail({ database, transport, brand: BRAND }, now);
  beforeAll(async () => {
    database = await createTestDatabase(inject('postgresFolder'), [MAIL_MIGRATIONS]);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    letters = [];
    refusal = undefined;
    await database.query('delete from mail.outbox');
  });

  it('sends an email once, and erases its data', async () => {
    await enqueueMail(database, verify(), NOW);
    expect([await deliver(NOW), await deliver(later(3600))]).toEqual([1, 0]);
    expect(letters.map(({ to, subject }) => [to, subject])).toEqual([
      ['mina@example.com', 'Confirm your email address for Bakkum'],
    ]);
    expect(await database.query('select state, data, attempts from mail.outbox')).toEqual([
      { state: 'sent', data: {}, attempts: 1 },
    ]);
  });

  it('keeps an email only if its transaction commits, and one per key', async () => {
    const broken = database.transaction(async (sql) => {
      await enqueueMail(sql, verify(), NOW);
      throw new Error('no');
    });
    await expect(broken).rejects.toThrow('no');
    await enqueueMail(database, verify({ dedupKey: 'receipt:1' }), NOW);
    await enqueueMail(database, verify({ dedupKey: 'receipt:1' }), NOW);
    expect(await mailCounts(database)).toEqual({ queued: 1, sent: 0, failed: 0 });
  });

  it('can be delivered by many processes at once without duplicates', async () => {
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => enqueueMail(database, verify({ to: `u${index}@example.com` }), NOW)),
    );
    const rounds = async (): Promise<void> => {
      for (let round = 0; round < 6; round++) await deliver(NOW);
    };
    await Promise.all([rounds(), rounds(), rounds()]);
    expect(letters).toHaveLength(50);
    expect(new Set(letters.map(({ to }) => to)).size).toBe(50);
  });

  it('retries with growing delays, and finally gives up', async () => {
    await enqueueMail(database, verify(), NOW);
    refusal = new MailRefused('421', false);
    await deliver(NOW);
    expect(await deliver(later(29))).toBe(0);
    await deliver(later(30));
    expect(await database.query('select attempts, problem, state from mail.outbox')).toEqual([
      { attempts: 2, problem: '421', state: 'queued' },
    ]);
    for (let hour = 1; hour < 60; hour += 1) await deliver(later(hour * 3600 * 9));
    expect(await database.query('select attempts, state, data from mail.outbox')).toEqual([
      { attempts: 10, state: 'failed', data: {} },
    ]);
  });

  it('gives up at once when the address is refused permanently', async () => {
    await enqueueMail(database, verify(), NOW);
    refusal = new MailRefused('550', true);
    const problems: unknown[] = [];
    await deliverMail({ database, transport, brand: BRAND, onProblem: (problem) => problems.push(problem) }, NOW);
    expect(problems).toMatchObject([{ code: '550', final: true }]);
    expect(await mailCounts(database)).toEqual({ queued: 0, sent: 0, failed: 1 });
  });

  it('delivers an email whose sender died', async () => {
    await enqueueMail(database, verify(), NOW);
    const never: MailTransport = {
      send: () => new Promise(() => undefined),
      check: () => Promise.resolve(),
      close: () => undefined,
    };
    void deliverMail({ database, transport: never, brand: BRAND }, NOW);
    const begun = () => database.query('select from mail.outbox where attempts = 1').then((rows) => rows.length);
    await expect.poll(begun).toBe(1);
    expect(await deliver(later(60))).toBe(0);
    expect(await deliver(later(180))).toBe(1);
  });

  it('erases addresses', async () => {
    await enqueueMail(database, verify(), NOW);
    await enqueueMail(database, verify({ to: 'other@example.com' }), NOW);
    await deleteMailTo(database, 'other@example.com');
    expect(await deliver(NOW)).toBe(1);
    await deleteOldMail(database, NOW);
    expect(await mailCounts(database)).toMatchObject({ sent: 1 });
    await deleteOldMail(database, later(1));
    expect(await mailCounts(database)).toMatchObject({ sent: 0 });
  });
});

describe('an SMTP server', () => {
  let received: { from: string; to: string[]; content: string }[] = [];
  let reply: { code: number } | undefined;
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      username === 'user' && password === 'p@ss' ? done(null, { user: username }) : done(new Error('no')),
    onRcptTo: (_address, _session, done) =>
      done(reply ? Object.assign(new Error('refused'), { responseCode: reply.code }) : null),
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), content: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  let port = 0;
  const letter: Letter = { to: 'mina@example.com', id: '7', ...renderMail('verify-email', 'ko', SAMPLES['verify-email'], BRAND) };
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.server.address() as AddressInfo).port;
  });
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)));
  beforeEach(() => {
    received = [];
    reply = undefined;
  });
  const send = async (url: string): Promise<unknown> => {
    const transport = createSmtpTransport({ url, from: FROM });
    try {
      return await transport.send(letter).catch((error: unknown) => error);
    } finally {
      transport.close();
    }
  };
  const address = (password = 'p%40ss') => `smtp://user:${password}@127.0.0.1:${port}`;

  it('receives the email as text and HTML, with the same message id each time', async () => {
    expect(await send(address())).toBeUndefined();
    expect(received).toMatchObject([{ from: 'no-reply@bakkum.example', to: ['mina@example.com'] }]);
    const { content = '' } = received[0] ?? {};
    expect(content).toMatch(/^Message-ID: <7\.bakkum@bakkum\.example>\r$/m);
    expect(content).toContain('text/plain');
    expect(content).toContain('text/html');
    expect(content).toContain(`=?UTF-8?`);
  });

  it.each([
    [550, true],
    [451, false],
  ])('that answers %i causes a retry: not if %s', async (code, permanent) => {
    reply = { code };
    expect(await send(address())).toMatchObject({ name: 'MailRefused', code: String(code), permanent });
  });

  it('that refuses our credentials, or does not respond, causes a retry', async () => {
    expect(await send(address('wrong'))).toMatchObject({ name: 'MailRefused', permanent: false });
    expect(await send('smtp://127.0.0.1:1')).toMatchObject({ name: 'MailRefused', code: 'ESOCKET', permanent: false });
  });
});

it('a folder can serve as a mailbox', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-mailbox-'));
  const mailbox = createFileMailbox(path.join(folder, 'mail'), FROM);
  expect(await readFileMailbox(path.join(folder, 'mail'))).toEqual([]);
  for (const id of ['9', '10']) {
    await mailbox.send({ to: 'mina@example.com', id, ...renderMail('verify-email', 'ko', SAMPLES['verify-email'], BRAND) });
  }
  const letters = await readFileMailbox(path.join(folder, 'mail'));
  expect(letters.map(({ id, from, subject }) => [id, from, subject])).toEqual([
    ['10', FROM, 'Bakkum 계정의 이메일 주소를 확인해 주세요'],
    ['9', FROM, 'Bakkum 계정의 이메일 주소를 확인해 주세요'],
  ]);
  expect(readFileSync(path.join(folder, 'mail/10.eml'), 'utf8')).toMatch(/^To: mina@example\.com$/m);
  rmSync(folder, { recursive: true });
});

it('the mailbox folder keeps the newest emails', async () => {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'bakkum-mailbox-')), 'mail');
  mkdirSync(folder);
  for (let id = 0; id < MAX_LETTERS; id++) {
    for (const extension of ['json', 'eml']) writeFileSync(path.join(folder, `${id}.${extension}`), '');
  }
  await createFileMailbox(folder, FROM).send({
    to: 'mina@example.com',
    id: String(MAX_LETTERS),
    ...renderMail('verify-email', 'en', SAMPLES['verify-email'], BRAND),
  });
  const names = readdirSync(folder);
  expect(names).toHaveLength(2 * MAX_LETTERS);
  expect(names).not.toContain('0.json');
  expect(names).not.toContain('0.eml');
  expect(names).toContain(`${MAX_LETTERS}.json`);
  rmSync(path.dirname(folder), { recursive: true });
});
