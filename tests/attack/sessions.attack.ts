/** Session fixation, forged and tossed cookies, and sessions that must end. */
import { describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { type Member, memberOf, PASSWORD, post, signedIn, type Visitor, visitorOf } from './visitor.ts';

const base = inject('attackedUrl');
const session = z.object({ person: z.object({ id: z.string() }).nullable() });

const whoIs = async (visitor: Visitor): Promise<string | undefined> =>
  session.parse(await (await visitor.send('account/session')).json()).person?.id;

function sessionCookieOf(member: Member): readonly [name: string, value: string] {
  const found = [...member.cookies].find(([name]) => name.endsWith('session_token'));
  if (!found) throw new Error('no session cookie');
  return found;
}

describe('a session', () => {
  it('starts a new session at sign-in, whatever cookie the browser sent', async () => {
    const [attacker, victim] = [await memberOf(base), await memberOf(base)];
    const [name, planted] = sessionCookieOf(attacker);
    const browser = visitorOf(base);
    browser.cookies.set(name, planted);
    const member = await signedIn(browser, victim.email);
    expect(sessionCookieOf(member)[1]).not.toBe(planted);
    expect([await whoIs(member), await whoIs(attacker)]).toEqual([victim.id, attacker.id]);
  });

  it('accepts no forged, cut or swapped cookie', async () => {
    const [one, other] = [await memberOf(base), await memberOf(base)];
    const [name, value] = sessionCookieOf(one);
    const [token = '', signature = ''] = decodeURIComponent(value).split('.');
    const [otherToken = ''] = decodeURIComponent(sessionCookieOf(other)[1]).split('.');
    const forged = [
      token,
      `${token}.`,
      `${token}.${signature.slice(0, -4)}AAA=`,
      `${otherToken}.${signature}`,
      `${one.id}.${signature}`,
      `.${signature}`,
      'null',
      '%00',
      `${value}${'A'.repeat(6000)}`,
    ];
    for (const text of forged) {
      const browser = visitorOf(base);
      browser.cookies.set(name, text.includes('%') ? text : encodeURIComponent(text));
      expect([text, await whoIs(browser)]).toEqual([text, undefined]);
    }
  });

  it('is carried by a cookie that scripts and other sites cannot use', async () => {
    const member = await memberOf(base);
    const answer = await visitorOf(base).send('account/sign-in', post({ email: member.email, password: PASSWORD }));
    const lines = answer.headers.getSetCookie().filter((line) => /session_token/.test(line));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/; HttpOnly/i);
    expect(lines[0]).toMatch(/; SameSite=Lax/i);
    expect(lines[0]).not.toMatch(/; Domain=/i);
  });

  it('ends with sign-out, and in other browsers with a new password', async () => {
    const owner = await memberOf(base);
    const elsewhere = await signedIn(visitorOf(base), owner.email);
    const stolen = visitorOf(base);
    stolen.cookies.set(...sessionCookieOf(owner));
    expect(await whoIs(stolen)).toBe(owner.id);
    await owner.send('account/change-password', post({ current: PASSWORD, next: 'another horse' }));
    expect([await whoIs(stolen), await whoIs(elsewhere), await whoIs(owner)]).toEqual([undefined, undefined, owner.id]);
    stolen.cookies.set(...sessionCookieOf(owner));
    await owner.send('account/sign-out', post(undefined));
    expect(await whoIs(stolen)).toBeUndefined();
  });
});

describe('tossed cookies', () => {
  it('beside the own one never sign a browser in to a third account', async () => {
    const [victim, attacker] = [await memberOf(base), await memberOf(base)];
    const [name, own] = sessionCookieOf(victim);
    const [, planted] = sessionCookieOf(attacker);
    for (const Cookie of [
      `${name}=junk; ${name}=${own}`,
      `${name}=${own}; ${name}=junk`,
      `${name}=${planted}x; ${name}=${own}`,
    ]) {
      const answer = await visitorOf(base).send('account/session', { headers: { Cookie } });
      expect([victim.id, undefined]).toContain(session.parse(await answer.json()).person?.id);
    }
  });

  it('in great number or of odd names do not break a page or the API', async () => {
    const many = Array.from({ length: 400 }, (_, index) => `c${index}=${'x'.repeat(20)}`).join('; ');
    for (const Cookie of [
      many,
      '__proto__=1; constructor=2; =; ; =x; a',
      'bakkum_visitor=%; locale=%E0%A4%A',
      'locale="><script>',
    ]) {
      for (const path of ['/', '/converter', '/api/account/session', '/api/v1/jobs']) {
        const answer = await fetch(base + path, { headers: { Cookie, Origin: base } });
        expect([path, Cookie.slice(0, 20), answer.status < 500]).toEqual([path, Cookie.slice(0, 20), true]);
      }
    }
  });
});
