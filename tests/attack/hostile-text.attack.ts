/** Text that a database or an encoder refuses: no request with it ends in an internal error. */
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type Call, describedOperations, type Operation, withHostileFields } from './described-calls.ts';
import { exchange, requestText, statusesIn } from './raw-http.ts';
import { apiRoutes } from './routes.ts';
import { BUSY_EMAILS } from './server.ts';
import { anyAddress, fileForm, type Member, memberOf, SVG } from './visitor.ts';

const base = inject('attackedUrl');
const TEXTS = [
  'a\0b',
  '\0',
  'a\ud800b',
  '\udc00',
  'a\u202eb\u2066',
  '\ufffe\uffff',
  '\'\\"$1%s{}',
  '__proto__',
  '😀'.repeat(300),
];
/** Percent-encoded NUL, invalid UTF-8, and half a surrogate pair. */
const ENCODED = ['%00', 'a%00b', '%ED%A0%80', '%FF%FE', '%C0%80', '%', '%zz', '%E2%80%AE', '..%2f..%2f', '%5c..%5c'];

/** Bodies of routes that the documents do not describe. */
const UNDESCRIBED = [
  { path: 'v1/cloud/jobs/{id}/invitations', body: { addresses: ['a@example.com'] } },
  {
    path: 'payments/events/portone',
    body: { type: 'Transaction.Paid', data: { storeId: 'x', paymentId: 'x', transactionId: 'x' } },
  },
  { path: 'payments/events', body: { id: 'x', event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: { id: 'x' } } },
].map(({ path, body }): Operation => ({ method: 'POST', path, query: [], body, whole: body }));

/** Number of concurrent requests. */
const CONCURRENCY = 8;
let member: Member;

beforeAll(async () => {
  member = await memberOf(base, BUSY_EMAILS.text);
});

type Try = Call & { readonly what: string; readonly headers?: Readonly<Record<string, string>> };

/** Descriptions of the tries that the server could not handle. */
async function failures(tries: readonly Try[]): Promise<readonly string[]> {
  const [found, waiting]: [string[], Try[]] = [[], [...tries]];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { method, path, body, what, headers } = next;
      const isRead = ['GET', 'HEAD'].includes(method);
      const answer = await member.send(path, {
        method,
        ...(isRead || body === undefined ? {} : { body }),
        headers: { 'X-Forwarded-For': anyAddress(), ...headers },
      });
      if (answer.status >= 500) found.push(`${method} ${path} ${what}: ${answer.status}`);
      await answer.body?.cancel();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));
  return found;
}

/** Beginnings of page addresses. */
const PAGES = [
  '/',
  '/formats/',
  '/convert/',
  '/articles/',
  '/og/',
  '/assets/',
  '/ko/',
  '/demo/paypal/checkoutnow?token=',
  '/payment?token=',
];

describe('hostile text', () => {
  it('in any field of a body is refused or stored, never an internal error', async () => {
    const described = await describedOperations(base);
    expect(described.length).toBeGreaterThan(60);
    const tries = [...described, ...UNDESCRIBED]
      .flatMap((operation) => withHostileFields(operation, TEXTS))
      .map((call) => ({ ...call, headers: { 'Idempotency-Key': crypto.randomUUID() } }));
    expect(await failures(tries)).toEqual([]);
  });

  it('in any parameter of a path or query is refused, never an internal error', async () => {
    const described = new Map((await describedOperations(base)).map(({ method, path, query }) => [`${method} ${path}`, query]));
    const routes = (await apiRoutes()).filter(({ path }) => path.startsWith('/api/') && !path.endsWith('/events'));
    const tries = routes.flatMap(({ method, path }) => {
      const plain = path.replace(/^\/api\//, '');
      const names = described.get(`${method} ${plain.replace(/:(\w+)/g, '{$1}')}`) ?? ['file', 'jobs', 'order'];
      const whole = plain.replace(/:\w+/g, '0f8fad5b-d9cb-469f-a165-70867728950e');
      return ENCODED.flatMap((text) => [
        ...(plain === whole ? [] : [{ method, path: plain.replace(/:\w+/g, text), body: {}, what: 'path' }]),
        { method, path: `${whole}?${names.map((name) => `${name}=${text}`).join('&')}`, body: undefined, what: 'query' },
      ]);
    });
    expect(tries.length).toBeGreaterThan(800);
    expect(await failures(tries)).toEqual([]);
  });

  it('in the address of a page is no internal error', async () => {
    const lines = PAGES.flatMap((path) => ENCODED.flatMap((text) => [`GET ${path}${text}`, `GET ${path}?q=${text}`]));
    const failed: string[] = [];
    // One after another, because too many uncached pages at once are refused with 503.
    for (const line of lines) {
      const statuses = statusesIn(await exchange(base, requestText(base, line)));
      if (statuses.length !== 1 || statuses.some((status) => status >= 500)) failed.push(line);
    }
    expect(failed).toEqual([]);
  });

  it('in fields and names of a form is no internal error', async () => {
    const fields = ['target_format', 'tag', 'options', 'webhook_url', 'retention', 'quality', 'storage', 'filename', 'url'];
    const tries = TEXTS.flatMap((text) => [
      ...fields.map((field) => ({ body: fileForm(SVG, 'a.svg', { target_format: 'png', [field]: text }), what: field })),
      { body: fileForm(SVG, text, { target_format: 'png' }), what: 'name of the file' },
      { body: fileForm(SVG, 'a.svg', { target_format: 'png', [text]: 'x' }), what: 'name of a field' },
    ]).map((each) => ({ ...each, method: 'POST', path: 'v1/upload' }));
    expect(await failures(tries)).toEqual([]);
  });

  it('in upload metadata is no internal error', async () => {
    const tries = TEXTS.map((text) => ({
      method: 'POST',
      path: 'v1/tus',
      what: JSON.stringify(text.slice(0, 9)),
      body: undefined,
      headers: {
        'Tus-Resumable': '1.0.0',
        'Upload-Length': '5',
        'Upload-Metadata': `filename ${Buffer.from(text).toString('base64')}`,
      },
    }));
    expect(await failures(tries)).toEqual([]);
  });
});
