/** Names of results come from the content of files, and are packed into archives. */
import { claimJob, failJob } from '@bakkum/conversion-jobs/work';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { startConverting } from '../../jobs/conversion-worker.ts';
import { startTestServer, type TestServer } from '../../test-server.ts';

let server: TestServer;
let key: string;
let stop: (() => Promise<void>) | undefined;

beforeAll(async () => {
  server = await startTestServer(inject('postgresFolder'));
  key = await server.apiKey();
});
afterAll(async () => {
  await stop?.();
  await server.close();
});

const started = z.object({ job_id: z.string() });

async function convert(content: string, name: string): Promise<string> {
  const body = new FormData();
  body.set('target_format', 'csv');
  body.set('file', new Blob([content]), name);
  const response = await fetch(`${server.url}/api/v1/upload`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}` },
    body,
  });
  expect(response.status).toBe(202);
  return started.parse(await response.json()).job_id;
}

async function members(id: string): Promise<readonly string[]> {
  const response = await fetch(`${server.url}/api/v1/download/${id}`, { headers: { Authorization: `Bearer ${key}` } });
  expect(response.status).toBe(200);
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(bytes.length).toBe(Number(response.headers.get('Content-Length')));
  return Object.keys(unzipSync(bytes)).toSorted();
}

it('ends a job whose failure quotes characters that cannot be stored', async () => {
  const id = await convert('{"a":[{"b":1}]}', 'a.json');
  const claim = await claimJob(server.services.conversions);
  expect(claim?.id).toBe(id);
  if (claim)
    expect(await failJob(server.services.conversions, claim, { code: 'corrupt', detail: 'found a\0b and \ud800' })).toBe(true);
  const [row] = await server.database.query('select state, error_detail from conversions.jobs where id = $1', [id]);
  expect(row).toEqual({ state: 'error', error_detail: 'found a\ufffdb and \ufffd' });
});

it('keeps the members of an archive in its folder, whatever a file calls its parts', async () => {
  const names = ['x/../../../../evil', '..\\evil', '\u202Egpj', 'a\0b', 'a\ud800b', 'a/b', 'a_b', 'A_B'];
  const tables = Object.fromEntries(names.map((name, index) => [name, [{ n: index }, { n: index }]]));
  stop ??= await startConverting(server.services, server.log);
  const id = await convert(JSON.stringify(tables), 'report.json');
  const stateOf = async () =>
    (await server.database.query('select state from conversions.jobs where id = $1', [id]))[0]?.['state'];
  await expect.poll(stateOf).toBe('completed');
  expect(await members(id)).toEqual(
    [
      'report-x_.._.._.._.._evil.csv',
      'report-.._evil.csv',
      'report-gpj.csv',
      'report-ab.csv',
      'report-a\ufffdb.csv',
      'report-a_b.csv',
      'report-a_b (2).csv',
      'report-A_B (3).csv',
    ].toSorted(),
  );
  await server.database.query(`update conversions.outputs set name = '../evil-' || index || '.csv' where job_id = $1`, [id]);
  expect((await members(id))[0]).toBe('.._evil-0.csv');
});
