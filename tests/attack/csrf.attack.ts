/** Requests that another site makes a visitor's browser send. */
import { describe, expect, inject, it } from 'vitest';
import { describedOperations } from './described-calls.ts';
import { apiRoutes } from './routes.ts';
import { memberOf } from './visitor.ts';

const base = inject('attackedUrl');
/** Authenticated by a signature, and the fake services' own pages. */
const OTHER_PROOF = [
  '/api/payments/events',
  '/api/payments/events/portone',
  '/demo/paypal/checkoutnow',
  '/demo/paypal/subscribe',
  '/demo/paypal/automatic-payments',
  '/demo/portone/window',
];
const FOREIGN = ['https://elsewhere.example', 'null', `${base}.elsewhere.example`, base.replace('127.0.0.1', '127.0.0.2'), ''];
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain', 'application/json'];

describe('another site', () => {
  it('cannot change anything on any route', async () => {
    const member = await memberOf(base);
    const routes = (await apiRoutes()).filter(
      ({ method, path }) => !['GET', 'OPTIONS'].includes(method) && !OTHER_PROOF.includes(path),
    );
    expect(routes.length).toBeGreaterThan(45);
    const operations = await describedOperations(base);
    const accepted: string[] = [];
    for (const { method, path } of routes) {
      const address = path.replace('/api/', '').replace(/:\w+/g, '0f8fad5b-d9cb-469f-a165-70867728950e');
      const described = path.replace('/api/', '').replace(/:(\w+)/g, '{$1}');
      const valid = operations.find((each) => each.method === method && each.path === described)?.body ?? {};
      for (const origin of FOREIGN) {
        for (const type of FORMS) {
          const headers = { Origin: origin, 'Content-Type': type, 'Tus-Resumable': '1.0.0', 'X-HTTP-Method-Override': 'DELETE' };
          const { status } = await member.send(address, { method, body: JSON.stringify(valid), headers });
          const refusals = type === 'application/json' ? [401, 403] : [400, 401, 403, 415];
          if (!refusals.includes(status)) accepted.push(`${method} ${path} from "${origin}" as ${type}: ${status}`);
        }
      }
    }
    expect(accepted).toEqual([]);
    expect((await member.send('account/session')).status).toBe(200);
  });

  it('cannot read a response or frame a page', async () => {
    const headers = { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'POST' };
    const paths = ['/', '/api/account/session', '/api/v1/jobs', '/api/openapi.json', '/healthz', '/robots.txt'];
    for (const method of ['GET', 'OPTIONS']) {
      const answers = await Promise.all(paths.map((path) => fetch(base + path, { method, headers })));
      expect(answers.map((answer) => answer.headers.get('Access-Control-Allow-Origin'))).toEqual(paths.map(() => null));
    }
    const page = await fetch(base);
    expect(page.headers.get('X-Frame-Options')).toBe('DENY');
    expect(page.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
    expect(page.headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
  });

  it('is accepted only when it sends the origin of this site', async () => {
    const member = await memberOf(base);
    expect((await member.send('account/profile', { method: 'PATCH', body: { firstName: 'Mina' } })).status).toBe(200);
  });
});
