/** A disk that is nearly full, and names of files that lead elsewhere. */
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { zipOf } from '../hostile/files.ts';
import { cpuSecondsFor } from './measures.ts';
import { startOwnServer } from './own-server.ts';
import { BUSY_EMAILS } from './server.ts';
import { convert, ended, fileForm, type Member, memberOf, post, SVG, visitorOf } from './visitor.ts';

const base = inject('attackedUrl');

describe('a disk that is nearly full', () => {
  it('refuses files, and lets people sign up, sign in and read', async () => {
    const { bavail, bsize } = await statfs(tmpdir());
    const reserve = String(Math.ceil((bavail * bsize * 2) / 1e6));
    const server = await startOwnServer({ DISK_RESERVE_MB: reserve });
    const member = await memberOf(server.baseUrl);
    const refusals = await Promise.all([
      visitorOf(server.baseUrl).send('v1/upload', post(fileForm(SVG, 'a.svg', { target_format: 'png' }))),
      member.send('v1/uploads', post(fileForm(SVG, 'a.svg'))),
      member.send(
        'v1/tus',
        post('x', { 'Tus-Resumable': '1.0.0', 'Upload-Length': '1', 'Content-Type': 'application/offset+octet-stream' }),
      ),
    ]);
    expect(refusals.map(({ status }) => status)).toEqual([507, 507, 507]);
    expect((await fetch(`${server.baseUrl}/converter`)).status).toBe(200);
    expect(await (await fetch(`${server.baseUrl}/readyz`)).json()).toMatchObject({ problems: expect.arrayContaining(['disk']) });
  });
});

let visitor: Member;
beforeAll(async () => {
  visitor = await memberOf(base, BUSY_EMAILS.storage);
});

const UNSAFE = /(^|[\\/])\.\.([\\/]|$)|^[\\/]|^[a-z]:|[\\\0-\x1f\u202a-\u202e\u2066-\u2069]/i;
const NAMES = [
  'x/../../../../evil',
  '..\\..\\evil',
  '/etc/evil',
  'C:\\evil',
  'a\u202egnp.exe',
  'a\0b',
  '..',
  '.',
  'a\nb',
  '~/.ssh/evil',
];

/** Names of the members of a result that is a zip. */
async function membersOf(id: string): Promise<readonly string[]> {
  const answer = await visitor.send(`v1/download/${id}`);
  return Object.keys(unzipSync(new Uint8Array(await answer.arrayBuffer())));
}

describe('a name', () => {
  it('in data never leads out of an archive of results', async () => {
    const tables = Object.fromEntries(NAMES.map((name, index) => [name, [{ a: index }, { a: 2 }]]));
    const job = await ended(visitor, (await convert(visitor, JSON.stringify(tables), 'report.json', 'csv'))?.job_id ?? '');
    expect([job.status, job.error]).toEqual(['completed', null]);
    const names = [...(await membersOf(job.job_id)), ...job.files.map(({ filename }) => filename)];
    expect([names.length > 0, names.filter((name) => UNSAFE.test(name))]).toEqual([true, []]);
  });

  it('in an archive never leads out of the archive made from it', async () => {
    const archive = zipOf([...NAMES, 'kept.txt'].map((name) => ({ name, content: Buffer.from('x') })));
    const tar = await ended(visitor, (await convert(visitor, archive, 'a.zip', 'tar'))?.job_id ?? '');
    if (tar.status !== 'completed') return expect(tar.error?.code).toMatch(/corrupt|unsupported/i);
    const bytes = new Uint8Array(await (await visitor.send(`v1/download/${tar.job_id}`)).arrayBuffer());
    const again = await ended(visitor, (await convert(visitor, bytes, 'a.tar', 'zip'))?.job_id ?? '');
    const names = await membersOf(again.job_id);
    expect([names.includes('kept.txt'), names.filter((name) => UNSAFE.test(name))]).toEqual([true, []]);
  });

  it('of an upload never becomes a path or a header', async () => {
    for (const name of [...NAMES, 'a"\r\nX-Evil: 1\r\n.svg', `${'x'.repeat(3000)}.svg`, 'CON.svg', '.svg']) {
      const job = await convert(visitor, SVG, name, 'png');
      if (!job) continue;
      const { status } = await ended(visitor, job.job_id);
      const answer = await visitor.send(`v1/download/${job.job_id}`);
      expect([name, status, answer.headers.get('X-Evil'), UNSAFE.test(job.original_filename ?? '')]).toEqual([
        name,
        'completed',
        null,
        false,
      ]);
    }
  });

  it('that many members share costs no more than other names', async () => {
    const zipWith = (nameOf: (index: number) => string) =>
      zipOf(Array.from({ length: 5000 }, (_, index) => ({ name: nameOf(index), content: new Uint8Array() })));
    const seconds = await cpuSecondsFor(base, async () => {
      const job = await convert(
        visitor,
        zipWith(() => 'same.txt'),
        'same.zip',
        'tar',
      );
      await ended(visitor, job?.job_id ?? '');
    });
    expect(seconds).toBeLessThan(10);
  });
});
