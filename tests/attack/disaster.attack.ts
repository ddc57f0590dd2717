/** Failures around a running server: sandboxes, conversion processes, the worker and the disk. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SYSTEM_PATH } from '@bakkum/native-programs/sandbox';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startBuiltServer } from '../built-site.ts';
import { startOwnServer } from './own-server.ts';
import type { Attacked } from './server.ts';
import { convert, ended, fileForm, jobOf, type Member, memberOf, post, SVG, signedIn, slowZip, visitorOf } from './visitor.ts';

const IS_LINUX = process.platform === 'linux';
/** The server finds bubblewrap in the system folders, whatever its `PATH`. */
const HAS_SANDBOX = spawnSync('bwrap', ['--ro-bind', '/', '/', 'true'], { env: { PATH: SYSTEM_PATH } }).status === 0;
const MEGABYTE = 1_000_000;
/** Large enough that the conversion can be observed while it runs. */
const SLOW_BYTES = 20 * MEGABYTE;

type Running = { readonly pid: number; readonly arguments: readonly string[] };

/** Conversion processes of a server that have a job: their command lines contain its work folder. */
function conversionsOf({ dataDir }: Pick<Attacked, 'dataDir'>): readonly Running[] {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      const given = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      const isOurs = given[0]?.endsWith('node') === true && given.some((each) => each.includes(path.join(dataDir, 'work')));
      return isOurs ? [{ pid: Number(pid), arguments: given }] : [];
    } catch {
      return []; // it has ended or is not a process
    }
  });
}

/** Starts a slow conversion; returns its job and its process. */
async function slowConversion(server: Pick<Attacked, 'dataDir'>, member: Member): Promise<{ id: string; process: Running }> {
  const { job_id: id = '' } = (await convert(member, slowZip('', SLOW_BYTES), 'slow.zip', '7z')) ?? {};
  await expect.poll(async () => (await jobOf(member, id)).status).toBe('processing');
  let busiest: Running | undefined;
  await expect
    .poll(() => {
      busiest = conversionsOf(server).toSorted((one, other) => ticksOf(other.pid) - ticksOf(one.pid))[0];
      return busiest ? ticksOf(busiest.pid) : 0;
    })
    .toBeGreaterThan(0);
  if (!busiest) throw new Error('nothing converts');
  return { id, process: busiest };
}

/** Processor time of a process in clock ticks: the 14th and 15th field of proc_pid_stat(5). */
function ticksOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0; // it has ended
  }
}

/** Places that a conversion process must neither see nor read. */
const secretsOf = (server: Attacked): readonly string[] => [
  path.join(server.dataDir, 'secret'),
  path.join(server.dataDir, 'postgres'),
  path.join(server.dataDir, 'files'),
  '/etc/passwd',
  '/root',
  '/home',
];

/** Variables of a conversion process: of its folder, its language, and the channel to the server. */
const KNOWN_VARIABLE = /^(|PATH|HOME|TMPDIR|LANG|TZ|PWD|NODE_CHANNEL_\w+)$/;

/** Whether the owner of this process may look into others, as root may. */
const canLook = IS_LINUX && process.getuid?.() === 0;

describe.runIf(canLook && HAS_SANDBOX)('a process that converts in bubblewrap', () => {
  it('sees only its program and folder, without network, secrets or privileges, and runs under the Node permission model', async () => {
    const server = await startOwnServer({ SANDBOX: 'required', SITE_SECRET: 'a secret of at least thirty-two characters' });
    const member = await memberOf(server.baseUrl);
    const { id, process: running } = await slowConversion(server, member);
    const inside = `/proc/${running.pid}`;
    expect(secretsOf(server).filter((place) => existsSync(`${inside}/root${place}`))).toEqual([]);
    for (const kind of ['net', 'pid', 'mnt', 'ipc'])
      expect([kind, readlinkSync(`${inside}/ns/${kind}`)]).not.toEqual([kind, readlinkSync(`/proc/self/ns/${kind}`)]);
    const status = readFileSync(`${inside}/status`, 'utf8');
    expect(/^CapEff:\t0+$/m.test(status) && /^NoNewPrivs:\t1$/m.test(status)).toBe(true);
    const variables = readFileSync(`${inside}/environ`, 'utf8')
      .split('\0')
      .map((line) => line.split('=')[0]);
    expect(variables.filter((name = '') => !KNOWN_VARIABLE.test(name))).toEqual([]);
    expect(running.arguments).toContain('--permission');
    await member.send(`v1/jobs/${id}/cancel`, post(undefined));
  });
});

/** Files that ask their converter to read another file. */
const READING_FILES = [
  ['absolute.typ', 'pdf', '#read("/etc/passwd")'],
  ['relative.typ', 'pdf', '#read("../../../../../../etc/passwd")'],
  ['a.tex', 'html', '\\documentclass{article}\\begin{document}\\input{/etc/passwd}\\end{document}'],
  ['a.rst', 'html', '.. include:: /etc/passwd\n\ntext\n'],
  [
    'a.svg',
    'png',
    '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&x;</text></svg>',
  ],
  ['a.xml', 'json', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
] as const;

describe.runIf(IS_LINUX)('a process that converts without bubblewrap', () => {
  it('has the permissions of its program and its folder only', async () => {
    const server = await startOwnServer({ SANDBOX: 'off' });
    const member = await memberOf(server.baseUrl);
    const { id, process: running } = await slowConversion(server, member);
    const granted = (kind: string): readonly string[] =>
      running.arguments.filter((each) => each.startsWith(`--allow-fs-${kind}=`)).map((each) => each.split('=')[1] ?? '');
    expect(running.arguments).toContain('--permission');
    expect(running.arguments).not.toContain('--allow-child-process');
    const holds = (place: string) => (secret: string) =>
      secret === place || secret.startsWith(place.endsWith('/') ? place : `${place}/`);
    const readable = granted('read').filter((place) => secretsOf(server).some(holds(place)));
    const writable = granted('write').filter((place) => !place.startsWith(path.join(server.dataDir, 'work')));
    expect([readable, writable, granted('write').length > 0]).toEqual([[], [], true]);
    await member.send(`v1/jobs/${id}/cancel`, post(undefined));
  });

  it('includes no data of the machine in a result', async () => {
    const server = await startOwnServer({ SANDBOX: 'off' });
    const member = await memberOf(server.baseUrl);
    for (const [name, target, content] of READING_FILES) {
      const job = await convert(member, content, name, target);
      if (!job) continue;
      const { status } = await ended(member, job.job_id);
      const result = status === 'completed' ? await (await member.send(`v1/download/${job.job_id}`)).text() : '';
      expect([name, /root:|daemon:|\/bin\/(ba)?sh/.test(result)]).toEqual([name, false]);
    }
  });
});

describe.runIf(IS_LINUX)('a conversion process that is killed', () => {
  it('fails only its job, with an error code', async () => {
    const server = await startOwnServer();
    const [member, other] = [await memberOf(server.baseUrl), await memberOf(server.baseUrl)];
    const { id, process: running } = await slowConversion(server, member);
    process.kill(running.pid, 'SIGKILL');
    expect((await ended(other, (await convert(other, SVG, 'a.svg', 'png'))?.job_id ?? '')).status).toBe('completed');
    const job = await ended(member, id);
    expect(job.status === 'completed' || job.error !== null).toBe(true);
    expect((await ended(member, (await convert(member, SVG, 'b.svg', 'png'))?.job_id ?? '')).status).toBe('completed');
    expect((await fetch(`${server.baseUrl}/readyz`)).status).toBe(200);
  });
});

describe('a worker that is killed while it converts', () => {
  it('loses no job: another worker finishes it', async () => {
    const server = await startOwnServer({ SERVER_ROLE: 'web' });
    const worker = () => startBuiltServer(server.dataDir, { SERVER_ROLE: 'worker', TMPDIR: server.temporary }, '/healthz');
    const first = await worker();
    // Workers also send the mail that confirms the address.
    const member = await memberOf(server.baseUrl);
    const { job_id: id = '' } = (await convert(member, slowZip('', SLOW_BYTES), 'slow.zip', '7z')) ?? {};
    await expect.poll(async () => (await jobOf(member, id)).status).toBe('processing');
    await first.stop('SIGKILL');
    const second = await worker();
    onTestFinished(() => second.stop());
    expect(await ended(member, id)).toMatchObject({ status: 'completed', attempts: 2 });
  });
});

/** Creates a small separate disk; undefined if this user is not allowed to. */
function smallDisk(): { readonly folder: string; remount(mode: 'ro' | 'rw', place: string): void; remove(): void } | undefined {
  if (!IS_LINUX || process.getuid?.() !== 0) return undefined;
  const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-disk-'));
  const run = (...given: readonly string[]): boolean => spawnSync(given[0] ?? '', given.slice(1)).status === 0;
  if (!run('mount', '-t', 'tmpfs', '-o', 'size=300m,mode=755', 'tmpfs', folder)) {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  return {
    folder,
    remount(mode, place) {
      // A separate mount, because open files keep the disk itself writable.
      if (mode === 'ro') expect(run('mount', '--bind', place, place) && run('mount', '-o', 'remount,ro,bind', place)).toBe(true);
      else expect(run('umount', place)).toBe(true);
    },
    remove() {
      run('umount', '-l', folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const disk = smallDisk();
disk?.remove();

describe.runIf(disk !== undefined)('the disk of the data', () => {
  async function onSmallDisk() {
    const small = smallDisk();
    if (!small) throw new Error('no disk');
    onTestFinished(() => small.remove());
    const dataDir = path.join(small.folder, 'data');
    mkdirSync(dataDir);
    const server = await startOwnServer({ DATA_DIR: dataDir, DISK_RESERVE_MB: '20' });
    return { small, dataDir, server, member: await memberOf(server.baseUrl) };
  }
  const upload = (member: Member) => member.send('v1/uploads', post(fileForm(SVG, 'a.svg')));

  it('refuses files when it is full, keeps pages and sign-in working, and recovers with free space', async () => {
    const { small, server, member } = await onSmallDisk();
    const filler = path.join(small.folder, 'filler');
    const fill = (bytes: number): void => {
      try {
        for (;;) writeFileSync(filler, Buffer.alloc(bytes), { flag: 'a' });
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
    };
    for (const bytes of [MEGABYTE, 4096, 1]) fill(bytes);
    expect((await upload(member)).status).toBe(507);
    expect((await fetch(`${server.baseUrl}/converter`)).status).toBe(200);
    const ready = await fetch(`${server.baseUrl}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([503, { problems: expect.arrayContaining(['disk']) }]);
    const answer = await member.send('account/session');
    expect([200, 507]).toContain(answer.status);
    rmSync(filler);
    await expect.poll(async () => (await upload(member)).status).toBe(201);
    const again = await signedIn(visitorOf(server.baseUrl), member.email);
    expect((await ended(again, (await convert(again, SVG, 'a.svg', 'png'))?.job_id ?? '')).status).toBe('completed');
  });

  it('refuses files with a clear error while it is read-only, and recovers', async () => {
    const { small, dataDir, member, server } = await onSmallDisk();
    const kept = await ended(member, (await convert(member, SVG, 'a.svg', 'png'))?.job_id ?? '');
    small.remount('ro', path.join(dataDir, 'files'));
    const refused = await upload(member);
    expect([refused.status, Number(refused.headers.get('Retry-After')) > 0]).toEqual([503, true]);
    const ready = await fetch(`${server.baseUrl}/readyz`);
    expect(await ready.json()).toMatchObject({ problems: expect.arrayContaining(['files read-only']) });
    expect((await member.send(`v1/download/${kept.job_id}`)).status).toBe(200);
    expect((await fetch(`${server.baseUrl}/converter`)).status).toBe(200);
    small.remount('rw', path.join(dataDir, 'files'));
    expect((await upload(member)).status).toBe(201);
  });
});
