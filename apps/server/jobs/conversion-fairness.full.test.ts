import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { startConvertingServer, type TestServer } from '../test-server.ts';

// Typst stops endless `while` loops itself.
const ENDLESS = '#for a in range(9999) { for b in range(9999) { for c in range(9999) { } } }\n';
const SMALL = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
const jobView = z.object({ job_id: z.string(), status: z.string() });
let server: TestServer;

beforeAll(async () => {
  server = await startConvertingServer(inject('postgresFolder'), {
    CONVERSION_FIRST_SECONDS: '1',
    TRUSTED_PROXIES: '1',
  });
});
afterAll(() => server.close());

type Client = { readonly address: string; readonly cookie?: string };
const FLOODING: Client = { address: '203.0.113.1' };

async function order(file: { name: string; text: string; to: string }, { address, cookie = '' }: Client): Promise<string> {
  const body = new FormData();
  body.append('target_format', file.to);
  body.append('file', new Blob([file.text]), file.name);
  const answer = await fetch(`${server.url}/api/v1/upload`, {
    method: 'POST',
    body,
    headers: { Origin: server.url, Cookie: cookie, 'X-Forwarded-For': address },
  });
  return jobView.parse(await answer.json()).job_id;
}
const endless = () => order({ name: 'loop.typ', text: ENDLESS, to: 'pdf' }, FLOODING);

const runningIds = async (): Promise<readonly unknown[]> =>
  (await server.database.query("select id from conversions.jobs where state = 'processing'")).map(({ id }) => id);

async function isConverted(id: string): Promise<void> {
  await expect
    .poll(async () => (await server.database.query('select state from conversions.jobs where id = $1', [id]))[0]?.['state'])
    .toBe('completed');
}

it('converts the file of an account while one address floods the queue without cookies', async () => {
  for (let count = 0; count < 6; count += 1) await endless();
  await expect.poll(runningIds).toHaveLength(1);
  const { cookie } = await server.someone();
  await isConverted(await order({ name: 'small.svg', text: SMALL, to: 'png' }, { address: '203.0.113.2', cookie }));
  expect(await runningIds()).toHaveLength(1);
});

it('reclaims a slot from a long conversion when accounts occupy all slots', async () => {
  const [first, second] = [await server.someone(), await server.someone()];
  await server.database.query("delete from conversions.jobs where state = 'queued'");
  await order({ name: 'loop.typ', text: ENDLESS, to: 'pdf' }, { address: '203.0.113.3', cookie: first.cookie });
  await expect.poll(runningIds).toHaveLength(2);
  await isConverted(
    await order({ name: 'small.svg', text: SMALL, to: 'png' }, { address: '203.0.113.4', cookie: second.cookie }),
  );
  const [yielded] = await server.database.query('select max(round) as most from conversions.jobs');
  expect(Number(yielded?.['most'])).toBeGreaterThan(0);
});
