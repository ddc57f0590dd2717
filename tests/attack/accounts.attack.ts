/** Takeover, lockout and spying on accounts. */
import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { keyOf, lettersOf, memberOf, PASSWORD, post, signedIn, signUpBody, tokenFor, visitorOf } from './visitor.ts';

const base = inject('attackedUrl');
const WRONG = 'a wild guess';

const forgot = (email: string, address?: string) => visitorOf(base, address).send('account/forgot-password', post({ email }));

describe('a reset link', () => {
  it('ends with the use of a newer one, and with a new password', async () => {
    const owner = await memberOf(base);
    const linkAfter = async (seen: readonly string[]) => {
      await forgot(owner.email);
      return tokenFor(owner, owner.email, 'reset-password', seen);
    };
    const first = await linkAfter([]);
    const second = await linkAfter([first]);
    const third = await linkAfter([first, second]);
    const reset = async (token: string) =>
      (await visitorOf(base).send('account/reset-password', post({ token, password: 'another horse' }))).status;
    expect([await reset(second), await reset(second), await reset(first), await reset(third)]).toEqual([204, 400, 400, 400]);
    const fourth = await linkAfter([first, second, third]);
    const member = await signedIn(owner, owner.email, 'another horse');
    await member.send('account/change-password', post({ current: 'another horse', next: PASSWORD }));
    expect(await reset(fourth)).toBe(400);
  });

  it('notifies the owner, and can revoke API keys', async () => {
    const owner = await memberOf(base);
    const key = await keyOf(owner);
    const usable = async () => (await fetch(`${base}/api/v1/jobs`, { headers: { Authorization: `Bearer ${key}` } })).status;
    expect(await usable()).toBe(200);
    await forgot(owner.email);
    const token = await tokenFor(owner, owner.email, 'reset-password');
    await visitorOf(base).send('account/reset-password', post({ token, password: 'another horse', revokeApiKeys: true }));
    expect(await usable()).toBe(401);
    await expect
      .poll(async () => (await lettersOf(owner)).some(({ subject }) => /password/.test(subject) && /changed/.test(subject)))
      .toBe(true);
  });
});

describe('an address whose owner opens a link that a stranger asked for', () => {
  const PASSWORDS = [undefined, 'of the owner'];
  const owner = visitorOf(base);

  it('is not confirmed for the account of the stranger', async () => {
    const email = `${randomUUID()}@example.com`;
    const stranger = visitorOf(base);
    await stranger.send('account/sign-up', post(signUpBody(email)));
    const token = await tokenFor(stranger, email, 'verify-email');
    for (const password of PASSWORDS) expect((await owner.send('account/verify', post({ token, password }))).status).toBe(403);
    expect((await stranger.send('account/sign-in', post({ email, password: PASSWORD }))).status).toBe(403);
    expect(await (await owner.send('account/session')).json()).toEqual({ person: null });
    expect((await stranger.send('account/verify', post({ token }))).status).toBe(200);
  });

  it('signs nobody in once it is confirmed', async () => {
    const member = await memberOf(base);
    const token = await tokenFor(member, member.email, 'verify-email');
    await member.send('account/sign-out', post({}));
    for (const browser of [member, owner]) {
      await browser.send('account/verify', post({ token }));
      expect(await (await browser.send('account/session')).json()).toEqual({ person: null });
    }
  });

  it('does not become that of the stranger’s account', async () => {
    const stranger = await memberOf(base);
    const wanted = `${randomUUID()}@example.com`;
    await stranger.send('account/change-email', post({ email: wanted, password: PASSWORD }));
    const token = await tokenFor(stranger, wanted, 'change-email');
    for (const password of PASSWORDS)
      expect((await owner.send('account/confirm-email', post({ token, password }))).status).toBe(403);
    expect((await stranger.send('account/confirm-email', post({ token }))).status).toBe(204);
  });
});

describe('a stranger', () => {
  it('cannot lock the owner out with wrong passwords or reset requests', async () => {
    const owner = await memberOf(base);
    const guess = (address: string) =>
      visitorOf(base, address).send('account/sign-in', post({ email: owner.email, password: WRONG }));
    const networks = Array.from({ length: 8 }, (_, index) => `12.0.0.${index}`);
    const guesses = await Promise.all(networks.flatMap((address) => Array.from({ length: 10 }, () => guess(address))));
    expect(guesses.map(({ status }) => status)).toContain(429);
    for (const address of networks) await forgot(owner.email, address);
    expect((await signedIn(owner, owner.email)).id).toBe(owner.id);
    expect((await owner.send('account/forgot-password', post({ email: owner.email }))).status).toBe(202);
  });

  it('cannot learn which addresses have accounts', async () => {
    const { email } = await memberOf(base);
    const unknown = `${randomUUID()}@example.com`;
    for (const [path, body] of [
      ['account/sign-in', { password: WRONG }],
      ['account/forgot-password', {}],
      ['account/resend-verification', {}],
      ['account/sign-up', { ...signUpBody('') }],
    ] as const) {
      const answers = await Promise.all(
        [email, unknown].map((each) => visitorOf(base).send(path, post({ ...body, email: each }))),
      );
      const told = await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]));
      expect([path, told[0]]).toEqual([path, told[1]]);
    }
  });

  it('cannot read the mail of others in a demo', async () => {
    const owner = await memberOf(base);
    const spy = visitorOf(base, owner.address);
    await spy.send('account/sign-up', post(signUpBody(owner.email)));
    await spy.send('account/forgot-password', post({ email: owner.email }));
    await tokenFor(owner, owner.email, 'reset-password');
    expect(await lettersOf(spy)).toEqual([]);
  });

  it('cannot send own words to an unconfirmed address', async () => {
    const email = `${randomUUID()}@example.com`;
    const visitor = visitorOf(base);
    const words = 'visit-evil-example';
    await visitor.send('account/sign-up', post(signUpBody(email, { firstName: words, lastName: `${words} now` })));
    await tokenFor(visitor, email, 'verify-email');
    const mail = (await lettersOf(visitor)).filter(({ to }) => to === email);
    expect(mail.filter((letter) => JSON.stringify(letter).includes(words))).toEqual([]);
  });
});
