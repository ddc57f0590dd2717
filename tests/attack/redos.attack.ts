/** Paths, headers and bodies that make patterns slow, at the largest size the server reads. */
import { describe, expect, inject, it } from 'vitest';
import { describedOperations, withHostileFields } from './described-calls.ts';
import { cpuSecondsFor, excessiveCost, isAnswering } from './measures.ts';
import { exchange, requestText, statusesIn } from './raw-http.ts';
import { convert, ended, memberOf, visitorOf } from './visitor.ts';

const base = inject('attackedUrl');
/** Processor seconds for everything that one test sends. A slow pattern took two for one request. */
const MAX_SECONDS = 2;
const AT_ONCE = 8;
const PATH = 2000;
const HEADER = 12_000;
const BODY = 15_000;

/** Repetitions that patterns with overlapping parts are slow on. */
const UNITS = [
  '/',
  '//a',
  ' ',
  '\t',
  'a',
  'a.',
  '-',
  '%20',
  '%2F',
  ',',
  ', ',
  ';',
  ';q=',
  '=',
  '"',
  '\\"',
  '(',
  '<',
  '<a',
  '[',
  '{',
  ':',
];
const repeated = (unit: string, length: number): string => unit.repeat(Math.floor(length / unit.length));
/** The end keeps a pattern from matching after all. */
const hostile = (unit: string, length: number): string => `${repeated(unit, length - 1)}!`;
/** As long, without repetitions. */
const plain = (length: number): string =>
  Array.from({ length }, (_, index) => index.toString(36))
    .join('')
    .slice(0, length);

const HEADERS = [
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Authorization',
  'Content-Disposition',
  'Content-Type',
  'Cookie',
  'Forwarded',
  'Idempotency-Key',
  'If-Match',
  'If-Modified-Since',
  'If-None-Match',
  'If-Range',
  'Origin',
  'Range',
  'Referer',
  'Sec-Fetch-Mode',
  'Upload-Checksum',
  'Upload-Length',
  'Upload-Metadata',
  'User-Agent',
  'X-Forwarded-For',
  'X-Forwarded-Proto',
  'X-HTTP-Method-Override',
];

const REQUEST_LINES = [
  'GET /',
  'GET /converter',
  'GET /api/v1/jobs',
  'GET /manifest.webmanifest',
  'POST /api/v1/upload',
  'POST /api/v1/tus',
];

function all(texts: readonly string[]): Promise<readonly string[]> {
  return Promise.all(texts.map((text) => exchange(base, text)));
}

describe('a path', () => {
  it('of 15,000 slashes is refused before any work, eight at once', async () => {
    const texts = Array.from({ length: AT_ONCE }, () => requestText(base, `GET ${'/'.repeat(15_000)}`));
    let answers: readonly string[] = [];
    const seconds = await cpuSecondsFor(base, async () => {
      [answers] = await Promise.all([all(texts), isAnswering(base)]);
    });
    expect(answers.flatMap(statusesIn)).toEqual(texts.map(() => 414));
    expect(seconds).toBeLessThan(MAX_SECONDS);
  });

  it.each(['', '/api', '/api/v1/tus', '/assets', '/og', '/convert', '/formats', '/ko', '/demo/paypal', '/demo/portone'])(
    'under "%s" takes no longer for repetitions',
    async (start) => {
      const requestAll = (paths: readonly string[]) =>
        all(paths.flatMap((path) => [requestText(base, `GET ${path}`), requestText(base, `GET ${start}/?${path}`)]));
      const cost = await excessiveCost(base, {
        attack: () => requestAll(UNITS.map((unit) => `${start}/${hostile(encodeURI(unit), PATH - start.length - 1)}`)),
        usual: () => requestAll(UNITS.map((_, index) => `${start}/page-${index}`)),
      });
      expect(cost).toBeUndefined();
    },
  );
});

describe('a header', () => {
  it.each(HEADERS)('%s takes no longer for repetitions', async (name) => {
    const requestAll = (values: readonly string[]) =>
      all(
        values.flatMap((value) =>
          REQUEST_LINES.map((line) =>
            requestText(base, line, [`${name}: x${value}`, ...(line.startsWith('POST') ? ['Content-Length: 0'] : [])]),
          ),
        ),
      );
    const cost = await excessiveCost(base, {
      attack: () => requestAll(UNITS.map((unit) => hostile(unit, HEADER))),
      usual: () => requestAll(UNITS.map(() => plain(HEADER))),
    });
    expect(cost).toBeUndefined();
  });
});

describe('a body', () => {
  it('costs no more for repetitions in any field', async () => {
    const member = await memberOf(base);
    const slow: string[] = [];
    for (const operation of await describedOperations(base)) {
      const calls = withHostileFields(
        operation,
        UNITS.map((unit) => hostile(unit, BODY)),
      );
      const seconds = await cpuSecondsFor(base, () =>
        Promise.all(
          calls.map(({ path, method, body }) => member.send(path, { method, body }).then((answer) => answer.arrayBuffer())),
        ),
      );
      if (seconds > MAX_SECONDS * Math.max(1, calls.length / UNITS.length)) slow.push(`${operation.path}: ${seconds}`);
    }
    expect(slow).toEqual([]);
  });
});

describe('combining marks', () => {
  const blocks = (count: number): string => '\u0315'.repeat(count) + '\u0316'.repeat(count);

  it('in a label from the content of a file take little processor time', async () => {
    const visitor = visitorOf(base);
    const content = JSON.stringify({ [blocks(20_000)]: [{ a: 1 }], other: [{ a: 1 }] });
    let names: readonly string[] = [];
    const seconds = await cpuSecondsFor(base, async () => {
      const job = await convert(visitor, content, 'tables.json', 'csv');
      const { files } = await ended(visitor, job?.job_id ?? '');
      names = files.map(({ filename }) => filename);
    });
    expect(names).toEqual([expect.stringMatching(/^tables-\p{M}{30}\.csv$/u), 'tables-other.csv']);
    expect(seconds).toBeLessThan(MAX_SECONDS);
  });

  it('in the name of an upload take little processor time', async () => {
    const name = Buffer.from(`${blocks(2200)}.txt`).toString('base64');
    const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Length': '1', 'Upload-Metadata': `filename ${name}` };
    const statuses: number[] = [];
    const seconds = await cpuSecondsFor(base, async () => {
      for (let sent = 0; sent < 2 * AT_ONCE; sent += 1)
        statuses.push((await visitorOf(base).send('v1/tus', { method: 'POST', headers })).status);
    });
    expect(statuses).toEqual(statuses.map(() => 201));
    expect(seconds).toBeLessThan(MAX_SECONDS);
  });
});
