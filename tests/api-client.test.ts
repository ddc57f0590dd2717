/** Runs the client package and the code of the documentation page as developers do: in a separate Node, against a real server. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startConvertingServer, type TestServer } from '../apps/server/test-server.ts';
import { quickStart, signatureChecks } from '../apps/web/app/features/api-docs/samples.ts';
import { BakkumClient, BakkumError, verifyWebhook } from '../packages/api/client/index.ts';
import { signatureHeaders } from '../packages/platform/conversion-jobs/webhooks.ts';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '..');
const PACKAGE = path.join(ROOT, 'packages/api/client');
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#0a7"/></svg>';
const PNG = [0x89, 0x50, 0x4e, 0x47];

let server: TestServer;
let folder: string;
let key: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'bakkum-client-'));
  server = await startConvertingServer(inject('postgresFolder'));
  key = await server.apiKey();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Creates a folder with a drawing, in which a program runs. */
function workplace(name: string): string {
  const place = path.join(folder, name);
  mkdirSync(place);
  writeFileSync(path.join(place, 'drawing.svg'), SVG);
  return place;
}

async function runProgram(place: string, code: string): Promise<string> {
  writeFileSync(path.join(place, 'program.mjs'), code);
  const env = { ...process.env, BAKKUM_URL: server.url, BAKKUM_KEY: key };
  const { stdout } = await run(process.execPath, ['program.mjs'], { cwd: place, env });
  return stdout;
}

const isPng = (file: string): boolean => PNG.every((byte, index) => readFileSync(file)[index] === byte);

it('the quick start of the README runs with the packed package', async () => {
  const place = workplace('readme');
  const installed = path.join(place, 'node_modules/@bakkum/client');
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [tsc, '-p', path.join(PACKAGE, 'tsconfig.build.json'), '--outDir', path.join(installed, 'dist')]);
  cpSync(path.join(PACKAGE, 'package.json'), path.join(installed, 'package.json'));
  const [, code = ''] =
    /## Quick start\n\n```js\n([\s\S]*?)```/.exec(readFileSync(path.join(PACKAGE, 'README.md'), 'utf8')) ?? [];
  expect(await runProgram(place, code)).toMatch(/^drawing\.svg → drawing\.png, \d+ bytes/);
  expect(isPng(path.join(place, 'drawing.png'))).toBe(true);
});

it('the JavaScript of the documentation page runs unchanged', async () => {
  const place = workplace('page');
  const notes = { send: 'one', wait: 'two', download: 'three', install: 'four' };
  const sample = quickStart(`${server.url}/api/v1`, notes).find(({ id }) => id === 'javascript');
  await runProgram(place, sample?.code ?? '');
  expect(isPng(path.join(place, 'drawing.png'))).toBe(true);
});

it('the client uploads once, creates jobs, lists them, reads limits, and deletes', async () => {
  const bakkum = new BakkumClient({ baseUrl: server.url, apiKey: key });
  const upload = await bakkum.upload(new File([SVG], '그림.svg'));
  expect(upload).toMatchObject({ filename: '그림.svg', format: 'svg', complete: true });
  const source = { upload_id: upload.upload_id };
  const order = { target_format: 'png', tag: 'test', idempotencyKey: 'once' } as const;
  const [one, again] = [await bakkum.start(source, order), await bakkum.start(source, order)];
  expect(again.job_id).toBe(one.job_id);
  const job = await bakkum.wait(one.job_id);
  expect(job).toMatchObject({ status: 'completed', converted_filename: '그림.png' });
  const result = await bakkum.download(job.job_id);
  expect(new Uint8Array(await result.arrayBuffer()).subarray(0, 4)).toEqual(Uint8Array.from(PNG));
  expect((await bakkum.jobs({ tag: 'test' })).jobs.map(({ job_id: id }) => id)).toEqual([job.job_id]);
  expect(await bakkum.account()).toMatchObject({ tier: 'free', limits: { requests_per_hour: 100 } });
  await bakkum.delete(job.job_id);
  await expect(bakkum.job(job.job_id)).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 });
});

it('the client reads formats and options, and explains unsupported pairs', async () => {
  const bakkum = new BakkumClient({ baseUrl: server.url, apiKey: key, language: 'ko' });
  const formats = await bakkum.formats('image');
  expect(formats.find(({ id }) => id === 'png')?.targets).toContain('jpeg');
  expect((await bakkum.conversion('png', 'jpg')).options).toHaveProperty('properties.quality');
  const refused = bakkum.start(new File([SVG], 'drawing.svg'), { target_format: 'mp3' });
  await expect(refused).rejects.toBeInstanceOf(BakkumError);
  await expect(refused).rejects.toMatchObject({
    code: 'INVALID_FORMAT',
    status: 400,
    message: expect.stringMatching(/\p{Script=Hangul}/u),
  });
  const stranger = new BakkumClient({ baseUrl: server.url, apiKey: 'bkm_wrong' });
  await expect(stranger.jobs()).rejects.toMatchObject({ code: 'INVALID_API_KEY', status: 401 });
});

it("the client and the code of the documentation page accept the server's signature", async () => {
  const secret = `whsec_${Buffer.from('thirty-two bytes of a secret....').toString('base64')}`;
  const body = JSON.stringify({ type: 'conversion.failed', timestamp: new Date().toISOString(), data: { job_id: '그림' } });
  const headers = signatureHeaders({ id: 'msg_1', at: new Date(), body }, secret);
  expect(await verifyWebhook({ headers, body, secret })).toMatchObject({ type: 'conversion.failed' });
  const code = signatureChecks('as it came').find(({ id }) => id === 'javascript')?.code ?? '';
  const place = path.join(folder, 'webhook');
  mkdirSync(place);
  const told = `${code}\nconsole.log(isGenuine(${JSON.stringify(headers)}, ${JSON.stringify(body)}, ${JSON.stringify(secret)}));`;
  expect(await runProgram(place, told)).toBe('true\n');
});
