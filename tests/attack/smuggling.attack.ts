/** Requests whose end two parsers would see in different places, and headers that contradict each other. */
import { describe, expect, inject, it } from 'vitest';
import { exchange, requestText, statusesIn } from './raw-http.ts';
import { visitorOf } from './visitor.ts';

const base = inject('attackedUrl');
const { host } = new URL(base);
/** A second request inside what one parser treats as the body of the first. */
const INNER = `GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`;

function ambiguous(headers: readonly string[], body: string, line = 'POST /api/contact'): string {
  return requestText(base, line, ['Content-Type: application/json', `Origin: ${base}`, ...headers], body);
}

const AMBIGUOUS: Readonly<Record<string, string>> = {
  'a length and chunks': ambiguous(['Content-Length: 6', 'Transfer-Encoding: chunked'], `0\r\n\r\n${INNER}`),
  'two lengths': ambiguous(['Content-Length: 2', `Content-Length: ${INNER.length + 2}`], `{}${INNER}`),
  'two lengths in one header': ambiguous([`Content-Length: 2, ${INNER.length + 2}`], `{}${INNER}`),
  'a signed length': ambiguous(['Content-Length: +2'], `{}${INNER}`),
  'a hexadecimal length': ambiguous(['Content-Length: 0x2'], `{}${INNER}`),
  'an odd transfer encoding': ambiguous(['Transfer-Encoding: xchunked', 'Content-Length: 2'], `{}${INNER}`),
  'a transfer encoding after a space': ambiguous(['Transfer-Encoding : chunked'], `0\r\n\r\n${INNER}`),
  'a transfer encoding twice': ambiguous(['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], `0\r\n\r\n${INNER}`),
  'a folded header': ambiguous(['X-Folded: a\r\n b', 'Content-Length: 2'], `{}${INNER}`),
  'a bare line feed': `POST /api/contact HTTP/1.1\nHost: ${host}\nContent-Length: 2\n\n{}${INNER}`,
  'a NUL in a header': ambiguous(['X-Nul: a\0b', 'Content-Length: 2'], `{}${INNER}`),
  'a header without a name': ambiguous([': x', 'Content-Length: 2'], `{}${INNER}`),
  'a chunk size that overflows': ambiguous(['Transfer-Encoding: chunked'], `fffffffffffffffff\r\n{}\r\n0\r\n\r\n${INNER}`),
  'an endless chunk extension': ambiguous(['Transfer-Encoding: chunked'], `2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`),
  'an unknown protocol': `GET / HTTP/9.9\r\nHost: ${host}\r\n\r\n${INNER}`,
};

describe('a request with', () => {
  it.each(Object.entries(AMBIGUOUS))('%s is refused, with what follows it', async (_, text) => {
    const answer = await exchange(base, text);
    expect([statusesIn(answer), answer.includes('"status":"ok"')]).toEqual([[expect.toBeOneOf([400, 413])], false]);
  });

  it.each([
    ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['two Hosts', requestText(base, 'GET /', ['Host: elsewhere.example'])],
    ['too many headers', requestText(base, 'GET /', [`X-Long: ${'x'.repeat(20_000)}`])],
  ])('%s is refused', async (_, text) => {
    expect(statusesIn(await exchange(base, text))).toEqual([expect.toBeOneOf([400, 431])]);
  });
});

describe('a header of a proxy or another host', () => {
  const ELSEWHERE = 'elsewhere.example';

  it.each([
    'Host',
    'X-Forwarded-Host',
    'Forwarded',
    'X-Original-URL',
    'X-Rewrite-URL',
    'X-Forwarded-Prefix',
    'X-HTTP-Method-Override',
  ])('%s changes no link, redirect or page for others', async (name) => {
    const value = name === 'Forwarded' ? `host=${ELSEWHERE}` : name.includes('URL') ? '/api/v1/jobs' : ELSEWHERE;
    const lines = ['GET /tutorials', 'GET /converter/', 'GET /sitemap.xml', 'GET /api/v1/openapi.json'];
    const answers = await Promise.all(
      lines.map((line) =>
        exchange(
          base,
          requestText(base, line, name === 'Host' ? [] : [`${name}: ${value}`]).replace(host, name === 'Host' ? ELSEWHERE : host),
        ),
      ),
    );
    expect(lines.filter((_, index) => answers[index]?.includes(ELSEWHERE))).toEqual([]);
    const after = await (await fetch(`${base}/tutorials`)).text();
    expect(after).not.toContain(ELSEWHERE);
  });

  it('cannot split a response', async () => {
    const paths = ['/converter/?a=%0d%0aSet-Cookie:%20x=1', '/%0d%0aSet-Cookie:x=1/', '/?page=real-converter%0d%0aX-Evil:1'];
    const answers = await Promise.all(paths.map((path) => exchange(base, requestText(base, `GET ${path}`))));
    expect(answers.filter((answer) => /^(set-cookie: ?x|x-evil)/im.test(answer.split('\r\n\r\n')[0] ?? ''))).toEqual([]);
  });

  it.each([
    '//elsewhere.example/',
    '/\\elsewhere.example/',
    '/%2F%2Felsewhere.example/',
    '//elsewhere.example//',
    '/ko//elsewhere.example/',
  ])('%s redirects to no other site', async (path) => {
    const location = /^location: (.*)$/im.exec(await exchange(base, requestText(base, `GET ${path}`)))?.[1] ?? '/';
    expect(new URL(location.trim(), base).host).toBe(host);
  });

  it('of forged client addresses does not lift a limit that the proxy counts', async () => {
    const { send } = visitorOf(base, '14.0.0.1');
    const statuses: number[] = [];
    for (let round = 0; round < 65; round += 1) {
      const headers = { 'X-Forwarded-For': `15.0.0.${round}, 14.0.0.1` };
      const body = { email: `${round}@example.com`, password: 'wrong' };
      statuses.push((await send('account/sign-in', { method: 'POST', body, headers })).status);
    }
    expect(statuses).toContain(429);
  });
});
