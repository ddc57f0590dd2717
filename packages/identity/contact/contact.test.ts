import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { CONTACT_LIMITS, type Contact, createContact, type StoredMessage, type Way } from './contact.ts';
import { CONTACT_MIGRATIONS } from './migrations.ts';

const MESSAGE = {
  name: '김민아',
  email: 'mina@example.com',
  subject: 'bug',
  message: '한글 파일의 표가 사라졌어요.',
  locale: 'ko',
  website: '',
} as const;

let database: TestDatabase;
let time: Date;
let taken: { way: string; message: StoredMessage }[];
let broken: Set<string>;
let problems: string[];
let contact: Contact;

const way = (name: Way['name']): Way => ({
  name,
  deliver: async (message) => {
    if (broken.has(name)) throw new Error(`${name} is down`);
    taken.push({ way: name, message });
  },
});

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), [CONTACT_MIGRATIONS]);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.query('delete from contact.messages');
  time = new Date('2026-12-01T09:00:00Z');
  taken = [];
  problems = [];
  broken = new Set();
  contact = createContact({
    sql: database,
    secret: 's'.repeat(32),
    ways: [way('mail'), way('form')],
    onProblem: (problem) => problems.push(problem.way),
    now: () => time,
  });
});

describe('a message', () => {
  it('is sent by email and listed', async () => {
    expect(await contact.receive(MESSAGE, '198.51.100.1')).toEqual({ outcome: 'received', way: 'mail' });
    expect(taken.map(({ way: name }) => name)).toEqual(['mail']);
    expect(await contact.list()).toMatchObject([{ name: '김민아', message: MESSAGE.message, way: 'mail' }]);
  });

  it('is sent to the form service when email fails', async () => {
    broken.add('mail');
    expect(await contact.receive(MESSAGE, '198.51.100.1')).toEqual({ outcome: 'received', way: 'form' });
    expect([taken.length, problems]).toEqual([1, ['mail']]);
  });

  it('is stored when every delivery fails', async () => {
    broken = new Set(['mail', 'form']);
    expect(await contact.receive(MESSAGE, '198.51.100.1')).toEqual({ outcome: 'received', way: 'stored' });
    expect(await contact.list()).toMatchObject([{ message: MESSAGE.message }]);
    expect(problems).toEqual(['mail', 'form']);
  });

  it('is sent later when every delivery failed at first', async () => {
    broken = new Set(['mail', 'form']);
    await contact.receive(MESSAGE, '198.51.100.1');
    expect(await contact.passOnWaiting()).toBe(0);
    broken.clear();
    expect([await contact.passOnWaiting(), await contact.passOnWaiting(), taken.length]).toEqual([1, 0, 1]);
  });

  it('is marked once it is answered', async () => {
    await contact.receive(MESSAGE, '198.51.100.1');
    const [message] = await contact.list();
    await contact.markAnswered(message?.id ?? 0);
    expect(await contact.find(message?.id ?? 0)).toMatchObject({ answeredAt: time });
  });
});

describe('spam', () => {
  it('is refused after a few messages from one network address, until the hour is over', async () => {
    for (let count = 0; count < CONTACT_LIMITS.fromOnePlace; count++) await contact.receive(MESSAGE, '198.51.100.1');
    expect(await contact.receive(MESSAGE, '198.51.100.1')).toEqual({ outcome: 'limited', retryAfterS: 3600 });
    expect(await contact.receive(MESSAGE, '198.51.100.2')).toMatchObject({ outcome: 'received' });
    time = new Date(time.getTime() + 3_601_000);
    expect(await contact.receive(MESSAGE, '198.51.100.1')).toMatchObject({ outcome: 'received' });
  });

  it('is refused when too many arrive from one network address at once', async () => {
    const many = await Promise.all(Array.from({ length: 20 }, () => contact.receive(MESSAGE, '198.51.100.1')));
    expect(many.filter(({ outcome }) => outcome === 'received')).toHaveLength(CONTACT_LIMITS.fromOnePlace);
  });

  it('is stored when too many are forwarded at once', async () => {
    await Promise.all(Array.from({ length: 60 }, (_, count) => contact.receive(MESSAGE, `203.0.${count}.1`)));
    expect([taken.length, (await contact.list(100)).length]).toEqual([CONTACT_LIMITS.passedOn, 60]);
  });

  it('that fills the hidden field is not delivered, though the answer looks normal', async () => {
    expect(await contact.receive({ ...MESSAGE, website: 'http://buy.example' }, '198.51.100.1')).toMatchObject({
      outcome: 'received',
    });
    expect([taken, await contact.list()]).toEqual([[], []]);
  });

  it('from a thousand addresses is stored without flooding the operator’s mailbox', async () => {
    for (let count = 0; count < 1000; count++) await contact.receive(MESSAGE, `203.0.${count}.1`);
    expect(taken).toHaveLength(CONTACT_LIMITS.passedOn);
    expect(await contact.list(2000)).toHaveLength(1000);
  });

  it.each(['203.0.113.%', '2001:db8:1:%::/64'])('from one network (%s) leaves room for others', async (addresses) => {
    for (let count = 0; count < 40; count++) await contact.receive(MESSAGE, addresses.replace('%', String(count)));
    expect(taken).toHaveLength(CONTACT_LIMITS.passedOnFromNetwork);
    expect(await contact.receive(MESSAGE, '198.51.100.1')).toEqual({ outcome: 'received', way: 'mail' });
  });

  it('from one network is refused when it could fill the disk', async () => {
    for (let count = 0; count < CONTACT_LIMITS.fromOneNetwork; count++)
      await contact.receive(MESSAGE, `2001:db8:1:${count}::/64`);
    expect(await contact.receive(MESSAGE, '2001:db8:1:ffff::/64')).toMatchObject({ outcome: 'limited' });
    expect(await contact.receive(MESSAGE, '2001:db8:2:1::/64')).toMatchObject({ outcome: 'received' });
  });

  it('from many networks is refused when it could fill the disk, except the first message of each network', async () => {
    expect(await contact.receive(MESSAGE, '198.51.100.1')).toMatchObject({ outcome: 'received' });
    await database.query(
      `insert into contact.messages (at, name, email, subject, message, locale, sender, network, spam)
       select $1, '', 'a@example.com', 'bug', 'x', 'en', 'sender ' || n, 'network ' || n, false from generate_series(1, $2::int) n`,
      [time, CONTACT_LIMITS.perDay],
    );
    expect(await contact.receive(MESSAGE, '198.51.100.2')).toMatchObject({ outcome: 'limited' });
    expect(await contact.receive(MESSAGE, '203.0.113.1')).toMatchObject({ outcome: 'received' });
    expect(await contact.receive(MESSAGE, '203.0.113.1')).toMatchObject({ outcome: 'limited' });
    time = new Date(time.getTime() + 86_401_000);
    expect(await contact.receive(MESSAGE, '198.51.100.2')).toMatchObject({ outcome: 'received' });
  });

  it('from many networks delays a message, but does not keep it from the operator', async () => {
    for (let count = 0; count < 60; count++)
      for (let again = 0; again < 2; again++) await contact.receive(MESSAGE, `203.0.${count}.1`);
    expect(await contact.receive({ ...MESSAGE, message: 'Please help' }, '198.51.100.1')).toMatchObject({ way: 'stored' });
    taken = [];
    expect(await contact.passOnWaiting()).toBe(CONTACT_LIMITS.waiting);
    expect(taken[0]?.message.message).toBe('Please help');
    expect(taken).toHaveLength(CONTACT_LIMITS.waiting);
    taken = [];
    await contact.passOnWaiting();
    expect(taken.map(({ message }) => message.message)).not.toContain('Please help');
  });

  it('is deleted after a week, and sender hashes after a day', async () => {
    await contact.receive({ ...MESSAGE, website: 'x' }, '198.51.100.1');
    await contact.receive(MESSAGE, '198.51.100.1');
    time = new Date(time.getTime() + 8 * 86_400_000);
    await contact.tidy();
    expect(await database.query('select spam, sender, network from contact.messages')).toEqual([
      { spam: false, sender: null, network: null },
    ]);
  });
});
