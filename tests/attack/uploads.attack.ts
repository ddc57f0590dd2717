/** Uploads that violate their protocol, forms with false declarations, and files that expand when read. */
import { beforeAll, describe, expect, inject, it } from 'vitest';
import {
  deflatedZeros,
  gzipBomb,
  laughingXml,
  laughingYaml,
  lz4Bomb,
  nestedZip,
  overlappingZip,
  tarWithHeader,
  zipOf,
  zstdBomb,
} from '../hostile/files.ts';
import { isAnswering, memoryOf } from './measures.ts';
import { exchange, requestText, statusesIn } from './raw-http.ts';
import { BUSY_EMAILS } from './server.ts';
import { convert, ended, type Member, memberOf, post, SVG, visitorOf } from './visitor.ts';

const base = inject('attackedUrl');
const TUS = { 'Tus-Resumable': '1.0.0' };
const PIECE = { ...TUS, 'Content-Type': 'application/offset+octet-stream' };
const MEGABYTE = 1024 * 1024;

let member: Member;
beforeAll(async () => {
  member = await memberOf(base, BUSY_EMAILS.uploads);
});

async function begun(length: number): Promise<string> {
  const answer = await member.send('v1/tus', post(undefined, { ...TUS, 'Upload-Length': String(length) }));
  return answer.headers.get('Location')?.split('/').at(-1) ?? '';
}
const piece = (offset: string, body: string | Uint8Array, headers: Record<string, string> = {}) => ({
  method: 'PATCH',
  body,
  headers: { ...PIECE, 'Upload-Offset': offset, ...headers },
});

describe('the resumable protocol', () => {
  it.each([
    ['a negative offset', piece('-1', 'x'), 400],
    ['an offset that is no number', piece('0x0', 'x'), 400],
    ['an enormous offset', piece('9'.repeat(30), 'x'), 400],
    ['an offset beyond the end', piece('100', 'x'), 409],
    ['more bytes than declared', piece('0', 'x'.repeat(50)), 413],
    ['a later, larger length', piece('0', 'x', { 'Upload-Length': '1000000' }), undefined],
    ['an unknown checksum', piece('0', 'x', { 'Upload-Checksum': 'md99 AAAA' }), 400],
    ['a wrong checksum', piece('0', 'x', { 'Upload-Checksum': `sha1 ${Buffer.alloc(20).toString('base64')}` }), 460],
    ['another version', piece('0', 'x', { 'Tus-Resumable': '9.9.9' }), 412],
    ['another media type', piece('0', 'x', { 'Content-Type': 'text/plain' }), 415],
  ])('refuses %s', async (_, sending, expected) => {
    const id = await begun(10);
    const { status } = await member.send(`v1/tus/${id}`, sending);
    expect(status).toBe(expected ?? status);
    expect(status).toBeLessThan(500);
    const state = await member.send(`v1/tus/${id}`, { method: 'HEAD', headers: TUS });
    expect(Number(state.headers.get('Upload-Length'))).toBe(10);
    expect(Number(state.headers.get('Upload-Offset'))).toBeLessThanOrEqual(10);
  });

  it.each(['-1', '0', '1e9', '0x10', '9'.repeat(15), '9'.repeat(16), ' ', '1, 2'])('refuses a length of "%s"', async (length) => {
    expect((await member.send('v1/tus', post(undefined, { ...TUS, 'Upload-Length': length }))).status).toBeOneOf([400, 413]);
  });

  it('stores one copy when many connections send the same piece', async () => {
    const id = await begun(1000);
    const sent = await Promise.all(Array.from({ length: 20 }, () => member.send(`v1/tus/${id}`, piece('0', 'x'.repeat(1000)))));
    expect(sent.filter(({ status }) => status === 204).length).toBeLessThanOrEqual(1);
    expect(sent.filter(({ status }) => status >= 500)).toEqual([]);
    const state = await member.send(`v1/tus/${id}`, { method: 'HEAD', headers: TUS });
    expect(Number(state.headers.get('Upload-Offset'))).toBeLessThanOrEqual(1000);
  });

  it('counts declared sizes, so that many beginnings cannot promise more than the quota', async () => {
    const visitor = visitorOf(base);
    const statuses: number[] = [];
    for (let round = 0; round < 30; round += 1) {
      const answer = await visitor.send('v1/tus', post(undefined, { ...TUS, 'Upload-Length': '99000000' }));
      statuses.push(answer.status);
    }
    expect(statuses).toContain(403);
  });
});

const part = (head: string, body = 'x') => `--b\r\n${head}\r\n\r\n${body}\r\n`;
const field = (name: string) => part(`Content-Disposition: form-data; name="${name}"`);
const FILE_HEAD = 'Content-Disposition: form-data; name="file"; filename="a.svg"';
const FORMS: Readonly<Record<string, readonly [body: string, type?: string]>> = {
  'no part': ['--b--\r\n'],
  'no end': [part(FILE_HEAD, SVG)],
  'half of a head': ['--b\r\nContent-Dispo'],
  'no boundary': [field('a'), 'multipart/form-data'],
  'an empty boundary': [field('a'), 'multipart/form-data; boundary='],
  'a boundary of 5,000 characters': [field('a'), `multipart/form-data; boundary=${'b'.repeat(5000)}`],
  'a thousand fields': [`${Array.from({ length: 1000 }, (_, index) => field(`f${index}`)).join('')}--b--\r\n`],
  'a thousand files': [`${part(FILE_HEAD, SVG).repeat(1000)}--b--\r\n`],
  'a thousand heads in a part': [`--b\r\n${'X-A: b\r\n'.repeat(1000)}\r\nx\r\n--b--\r\n`],
  'a head of 100 kB': [`--b\r\nX-A: ${'b'.repeat(100_000)}\r\n\r\nx\r\n--b--\r\n`],
  'a field of a megabyte': [`${part('Content-Disposition: form-data; name="tag"', 'x'.repeat(MEGABYTE))}--b--\r\n`],
  'forms in forms': [part('Content-Type: multipart/mixed; boundary=b').repeat(500)],
  'names of an object': [`${['__proto__', 'constructor', 'toString'].map(field).join('')}${part(FILE_HEAD, SVG)}--b--\r\n`],
  'a transfer encoding': [`${part(`${FILE_HEAD}\r\nContent-Transfer-Encoding: base64`, '####')}--b--\r\n`],
};

describe('a form with', () => {
  it.each(Object.entries(FORMS))(
    '%s is answered without an error of the server',
    async (_, [body, type = 'multipart/form-data; boundary=b']) => {
      for (const path of ['/api/v1/upload', '/api/v1/uploads']) {
        const headers = [
          `Content-Type: ${type}`,
          `Origin: ${base}`,
          `X-Forwarded-For: 17.0.0.1`,
          `Content-Length: ${Buffer.byteLength(body)}`,
        ];
        const statuses = statusesIn(await exchange(base, requestText(base, `POST ${path}`, headers, body)));
        expect(statuses.filter((status) => status < 500)).toHaveLength(1);
        expect(statuses).toHaveLength(1);
      }
    },
  );

  it('a length that is wrong ends without a trace', async () => {
    const body = part(FILE_HEAD, SVG);
    const headers = ['Content-Type: multipart/form-data; boundary=b', `Origin: ${base}`, `Content-Length: ${body.length - 20}`];
    const statuses = statusesIn(
      await exchange(base, requestText(base, 'POST /api/v1/upload', headers, `${body}GET /healthz HTTP/1.1\r\n\r\n`)),
    );
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(await isAnswering(base)).toBe(true);
  });
});

const zeros = (): Uint8Array => zipOf([{ name: 'zeros', content: deflatedZeros(), method: 8, size: 640 * 16 * MEGABYTE }]);
const BOMBS: readonly (readonly [name: string, content: () => Uint8Array | string, target: string])[] = [
  ['zeros.zip', zeros, 'tar'],
  ['many.zip', () => overlappingZip(60_000, 1), '7z'],
  ['nested.zip', () => nestedZip(5), 'tar'],
  ['bomb.gz', gzipBomb, 'zip'],
  ['bomb.zst', zstdBomb, 'zip'],
  ['bomb.lz4', lz4Bomb, 'zip'],
  ['long-name.tar', () => tarWithHeader('L', 8_589_934_591, new Uint8Array(512)), 'zip'],
  ['laughs.xml', laughingXml, 'json'],
  ['laughs.yaml', laughingYaml, 'json'],
  ['deep.json', () => '['.repeat(2_000_000), 'yaml'],
  ['wide.svg', () => SVG.replace('width="4" height="4"', 'width="1000000" height="1000000"'), 'png'],
];

describe('a file that grows', () => {
  it.each(BOMBS)('%s ends with a result or a reason, in limited memory', async (name, content, target) => {
    const before = await memoryOf(base);
    const job = await convert(member, content(), name, target);
    if (job) {
      const { status, error } = await ended(member, job.job_id);
      expect([status, error?.code]).not.toContain('WORKER_LOST');
      expect(['completed', 'error']).toContain(status);
    }
    expect((await memoryOf(base)) - before).toBeLessThan(300 * MEGABYTE);
  });

  it('compressed as the body of a request is not expanded', async () => {
    const body = Buffer.from(gzipBomb());
    const headers = { Origin: base, 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    const answer = await fetch(`${base}/api/contact`, { method: 'POST', headers, body });
    expect(answer.status).toBeOneOf([400, 413, 415]);
  });
});
