import { randomUUID } from 'node:crypto';
import { deliverMail, mailCounts } from '@bakkum/mail/outbox';
import { afterAll, afterEach, beforeAll, expect, inject, it, vi } from 'vitest';
import { z } from 'zod';
import { startTestServer, type TestServer } from '../../test-server.ts';

const mailboxResponse = z.object({ letters: z.array(z.object({ to: z.string(), subject: z.string(), text: z.string() })) });
const PASSWORD = 'correct horse';
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(inject('postgresFolder'));
});
afterAll(() => server.close());
afterEach(() => {
  vi.useRealTimers();
});

/** A browser that keeps its cookies. */
function browser() {
  const cookies = new Map<string, string>();
  const send = async (method: string, address: string, body?: unknown): Promise<Response> => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const response = await server.send(cookie, method, address, body);
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    return response;
  };
  return {
    post: (address: string, body: unknown) => send('POST', address, body),
    async letters() {
      const { database, mail } = server.services;
      // A worker of the server may deliver some of it at the same time.
      await expect
        .poll(async () => {
          await deliverMail({ database, transport: mail, brand: { name: 'Bakkum' } });
          return (await mailCounts(database)).queued;
        })
        .toBe(0);
      return mailboxResponse.parse(await (await send('GET', 'demo/mail')).json()).letters;
    },
  };
}

async function owner() {
  const here = browser();
  const account = { email: `${randomUUID()}@example.com`, password: PASSWORD, firstName: 'Mina', lastName: 'Kim', locale: 'en' };
  expect((await here.post('account/sign-up', account)).status).toBe(202);
  // It may be written to the outbox after the answer.
  await expect.poll(async () => (await here.letters()).map(({ to }) => to)).toEqual([account.email]);
  const [letter] = await here.letters();
  const token = decodeURIComponent(/#token=(\S+)/.exec(letter?.text ?? '')?.[1] ?? '');
  expect((await here.post('account/verify', { token })).status).toBe(200);
  expect((await here.post('account/sign-out', {})).status).toBe(204);
  return { here, account };
}

it('shows a reset email to the owner, but not to a stranger who requested it', async () => {
  const { here, account } = await owner();
  const stranger = browser();
  await stranger.post('account/sign-up', account);
  await stranger.post('account/forgot-password', { email: account.email });
  await stranger.post('account/resend-verification', { email: account.email });
  expect(await stranger.letters()).toEqual([]);
  const subjects = (await here.letters()).map(({ subject }) => subject);
  expect(subjects).toContain('Reset your Bakkum password');
  expect(subjects).toContain('You already have a Bakkum account');
});

it('shows nothing after only a failed sign-in, and the mail of the account after a successful one', async () => {
  const { account } = await owner();
  const other = browser();
  await other.post('account/sign-in', { ...account, password: 'a wild guess' });
  expect(await other.letters()).toEqual([]);
  expect((await other.post('account/sign-in', account)).status).toBe(200);
  expect((await other.letters()).map(({ subject }) => subject)).toContain('New sign-in to your Bakkum account');
});

it('shows the link for a new address to the requesting browser until another account has that address', async () => {
  const [{ here, account }, stranger] = [await owner(), await owner()];
  const address = `${randomUUID()}@example.com`;
  await here.post('account/sign-in', account);
  expect((await here.post('account/change-email', { email: address, password: PASSWORD })).status).toBe(202);
  const change = (await here.letters()).find(({ to }) => to === address);
  await stranger.here.post('account/sign-in', stranger.account);
  await stranger.here.post('account/change-email', { email: address, password: PASSWORD });
  const token = decodeURIComponent(/#token=(\S+)/.exec(change?.text ?? '')?.[1] ?? '');
  expect((await browser().post('account/confirm-email', { token, password: PASSWORD })).status).toBe(204);
  await stranger.here.post('account/forgot-password', { email: address });
  expect((await stranger.here.letters()).filter(({ to }) => to === address)).toEqual([]);
  expect((await here.letters()).find(({ to }) => to === address)?.subject).toBe('Reset your Bakkum password');
});

it('hides the mail of a deleted account from the next owner of its address', async () => {
  const { here, account } = await owner();
  await here.post('account/sign-in', account);
  await here.post('account/forgot-password', { email: account.email });
  await here.letters();
  expect((await here.post('account/delete', { password: PASSWORD })).status).toBe(204);
  const next = browser();
  await next.post('account/sign-up', account);
  expect((await next.letters()).map(({ subject }) => subject)).toEqual(['Confirm your email address for Bakkum']);
});

it('shows mail to a new account while the system clock is behind the database', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3000 });
  await server.services.clock.measure();
  const { here } = await owner();
  expect(await here.letters()).toHaveLength(1);
});

it('shows a contact message to its sender only', async () => {
  const [sender, stranger] = [browser(), browser()];
  const message = {
    name: 'Mina',
    email: 'mina@example.com',
    subject: 'bug',
    message: 'The table is gone.',
    locale: 'en',
    website: '',
  };
  expect((await sender.post('contact', message)).status).toBe(200);
  expect((await sender.letters()).map(({ text }) => text).join()).toContain('The table is gone.');
  expect(await stranger.letters()).toEqual([]);
});
