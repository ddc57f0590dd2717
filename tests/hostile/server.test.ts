/** Hostile files sent to the conversion API: nothing of this machine is read, nobody is asked, no worker is lost. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type JobView, jobView } from '@bakkum/api-contract/conversions';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startConverting } from '../../apps/server/conversion-work.ts';
import { startTestServer, type TestServer } from '../../apps/server/test-server.ts';
import { flat } from '../hostile-documents.ts';
import * as made from './files.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-hostile-'));
const secretFile = path.join(folder, 'secret.txt');
const SECRET = `secret-${randomUUID()}`;
let canary: Server;
let canaryUrl: string;
let hits = 0;

beforeAll(async () => {
  writeFileSync(secretFile, SECRET);
  canary = createServer((_request, response) => {
    hits += 1;
    response.end(SECRET);
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  canaryUrl = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/canary`;
});
afterAll(() => {
  canary.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Name, content and target of each; names of files and addresses are known when they are made. */
function hostileFiles(): readonly (readonly [name: string, content: string | Uint8Array<ArrayBuffer>, target: string])[] {
  const svg = (inside: string): string =>
    `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="20">${inside}</svg>`;
  const entity = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file://${secretFile}">]><a>&x;</a>`;
  const playlist = `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${canaryUrl}\n#EXTINF:1,\nfile://${secretFile}\n#EXT-X-ENDLIST\n`;
  const section = `<text:section text:name="s"><text:section-source xlink:href="${canaryUrl}"/></text:section><draw:frame><draw:image xlink:href="file://${secretFile}"/></draw:frame><text:p>kept</text:p>`;
  return [
    [
      'image.svg',
      svg(`<image href="file://${secretFile}" width="9" height="9"/><image href="${canaryUrl}" width="9" height="9"/>`),
      'png',
    ],
    [
      'use.svg',
      svg(
        `<use xlink:href="${canaryUrl}#a"/><style>@import url("${canaryUrl}"); @font-face{font-family:a;src:url(${canaryUrl})}</style><text font-family="a">x</text>`,
      ),
      'png',
    ],
    ['entity.xml', entity, 'json'],
    ['laughs.xml', made.laughingXml(), 'json'],
    ['playlist.mp4', playlist, 'webm'],
    ['linked.fodt', flat('text', section), 'pdf'],
    [
      'page.html',
      `<iframe src="file://${secretFile}"></iframe><img src="${canaryUrl}"><link rel="stylesheet" href="${canaryUrl}"><p>kept</p>`,
      'pdf',
    ],
    [
      'slip.zip',
      made.zipOf([
        { name: '../../slipped.txt', content: made.bytesOf('x') },
        { name: 'kept.txt', content: made.bytesOf('kept') },
      ]),
      'tar',
    ],
    ['bomb.zip', made.overlappingZip(2000, 1), 'tar'],
    ['-rf; $(touch x) `x`\n"quoted".svg', svg('<rect width="4" height="4"/>'), 'png'],
    ['both.svg', `GIF89a/*${svg('')}*/`, 'png'],
  ];
}

describe.each(['off', 'auto'])('with SANDBOX=%s', (sandbox) => {
  let server: TestServer;
  let stop: () => Promise<void>;
  let key: string;
  beforeAll(async () => {
    server = await startTestServer(inject('postgresFolder'), { SANDBOX: sandbox, CONVERSIONS_AT_ONCE: '2' });
    stop = await startConverting(server.services, server.log);
    const keyMade = await server.services.apiKeys.make((await server.someone()).id, {
      name: 'hostile',
      scopes: ['convert:read', 'convert:write'],
    });
    key = keyMade === 'full' ? '' : keyMade.secret;
  });
  afterAll(async () => {
    await stop();
    await server.close();
  });

  const ask = (address: string, init: RequestInit = {}) =>
    fetch(`${server.url}/api/v1/${address}`, { ...init, headers: { Authorization: `Bearer ${key}` } });

  /** The job as it ended; undefined where it was refused. */
  async function converted(
    name: string,
    content: string | Uint8Array<ArrayBuffer>,
    target: string,
  ): Promise<JobView | undefined> {
    const form = new FormData();
    form.append('target_format', target);
    form.append('file', new Blob([content]), name);
    const answer = await ask('upload', { method: 'POST', body: form });
    if (answer.status === 400) return undefined;
    let job = jobView.parse(await answer.json());
    while (job.completed_at === null) job = jobView.parse(await (await ask(`jobs/${job.job_id}?wait=20`)).json());
    return job;
  }

  it('reads no file, asks nobody, and goes on', async () => {
    const before = hits;
    const ends = await Promise.all(
      hostileFiles().map(async ([name, content, target]) => {
        const job = await converted(name, content, target);
        const result =
          job?.status === 'completed' ? Buffer.from(await (await ask(`download/${job.job_id}`)).arrayBuffer()) : Buffer.alloc(0);
        return { name, job, hasSecret: result.includes(SECRET) };
      }),
    );
    expect(ends.filter(({ hasSecret }) => hasSecret)).toEqual([]);
    expect(hits).toBe(before);
    expect(ends.filter(({ job }) => job && !['completed', 'error'].includes(job.status))).toEqual([]);
    expect(ends.filter(({ job }) => job?.error?.code === 'WORKER_LOST')).toEqual([]);
    const after = await converted('after.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>', 'png');
    expect(after?.status).toBe('completed');
    expect(server.lines.filter((line) => /conversion-failed|request-failed|job-problem/.test(line))).toEqual([]);
  });

  it('keeps names what they are', async () => {
    const job = await converted(
      '../../etc/passwd\u202e.svg',
      '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>',
      'png',
    );
    expect(job).toMatchObject({ status: 'completed', original_filename: 'passwd.svg', converted_filename: 'passwd.png' });
  });
});
