import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CloudView } from '@bakkum/api-contract/conversions/cloud';
import { apiAccountView, conversionProblem, type JobView, jobView } from '@bakkum/api-contract/conversions/conversions';
import type { OptionsSchema } from '@bakkum/conversion/options';
import { backUp } from '@bakkum/conversion-jobs/backup';
import { OUTPUT_PREFIX, prefixOf } from '@bakkum/conversion-jobs/service';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startConverting } from '../../jobs/conversion-worker.ts';
import { startTestServer, type TestServer } from '../../test-server.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>';
const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-cloud-'));
let server: TestServer;
let stop: () => Promise<void>;

beforeAll(async () => {
  server = await startTestServer(inject('postgresFolder'), { CONVERSIONS_AT_ONCE: '1', BACKUP_DIR: path.join(folder, 'copies') });
  stop = await startConverting(server.services, server.log);
});
afterAll(async () => {
  await stop();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (cookie: string, address: string, method = 'GET') => server.send(cookie, method, `v1/${address}`);

/** Starts converting a drawing, for a given user or a new visitor. */
async function order(cookie: string, fields: Readonly<Record<string, string>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ target_format: 'png', ...fields })) form.append(name, value);
  form.append('file', new Blob([SVG]), 'drawing.svg');
  const headers = { Origin: server.url, Cookie: cookie };
  const response = await fetch(`${server.url}/api/v1/upload`, { method: 'POST', body: form, headers });
  if (!response.ok) throw new Error(conversionProblem.parse(await response.json()).error.code);
  const [made] = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { cookie: made ?? cookie, job: jobView.parse(await response.json()) };
}

async function completed(cookie: string, id: string): Promise<JobView> {
  for (;;) {
    const job = jobView.parse(await (await ask(cookie, `jobs/${id}?wait=20`)).json());
    if (!['queued', 'processing'].includes(job.status)) return job;
  }
}

it('reports the kind of storage and the second store', async () => {
  const figures = (await (await fetch(`${server.url}/api/v1/cloud`)).json()) as CloudView;
  expect(figures).toMatchObject({ store: 'folder', backup: true });
});

it('offers temporary storage to everyone, persistent and archive storage to accounts', async () => {
  const { cookie } = await server.someone();
  await expect(order('', { storage: 'persistent' })).rejects.toThrow('PLAN_NEEDED');
  await expect(order('', { storage: 'archive' })).rejects.toThrow('PLAN_NEEDED');
  await expect(order(cookie, { storage: 'temporary', retention: '7d' })).rejects.toThrow('INVALID_REQUEST');
  const { job: week } = await order(cookie, { retention: '7d' });
  expect(week.storage).toBe('persistent');
  const { job } = await order(cookie, { storage: 'archive' });
  expect(await completed(cookie, job.job_id)).toMatchObject({ storage: 'archive', expires_at: null });
  const account = apiAccountView.parse(await (await ask(cookie, 'account')).json());
  expect(account.limits).toMatchObject({ storages: ['temporary', 'persistent', 'archive'], archive: 500_000_000 });
  expect(account.usage.archive).toBeGreaterThan(0);
});

it('keeps a backup copy until the result is deleted', async () => {
  await expect(order('', { backup: 'maybe' })).rejects.toThrow('INVALID_REQUEST');
  const { cookie, job } = await order('', { backup: 'true' });
  expect(job.backup).toBe('pending');
  await completed(cookie, job.job_id);
  await backUp(server.services.conversions);
  expect((await completed(cookie, job.job_id)).backup).toBe('kept');
  const copies = () => readdirSync(path.join(folder, 'copies'), { recursive: true }).filter((name) => /-0-/.test(String(name)));
  expect(copies()).toHaveLength(1);
  const originals = await Array.fromAsync(server.services.blobs.list(prefixOf(OUTPUT_PREFIX, job.job_id)));
  expect(originals).toHaveLength(1);
  for (const key of originals) await server.services.blobs.remove(key);
  expect((await ask(cookie, `download/${job.job_id}`)).status).toBe(200);
  await ask(cookie, `jobs/${job.job_id}`, 'DELETE');
  expect(copies()).toEqual([]);
});

it('returns the options of a conversion for a form', async () => {
  const { options } = (await (await ask('', 'cloud/options/svg/jpeg')).json()) as { readonly options: OptionsSchema };
  expect(options).toHaveProperty('quality');
  expect(Object.values(options).every(({ kind }) => kind !== undefined)).toBe(true);
  expect((await ask('', 'cloud/options/svg/nothing')).status).toBe(404);
});
