import { randomUUID } from 'node:crypto';
import type { CloudView, SharedResult, ShareList, ShareView } from '@bakkum/api-contract/conversions/cloud';
import { conversionProblem, type JobView, jobView } from '@bakkum/api-contract/conversions/conversions';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startConvertingServer, type TestServer } from '../../test-server.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>';

let server: TestServer;

beforeAll(async () => {
  server = await startConvertingServer(inject('postgresFolder'));
});
afterAll(() => server.close());

const ask = (cookie: string, address: string, method = 'GET') => server.send(cookie, method, `v1/${address}`);
const problemOf = async (response: Response) => conversionProblem.parse(await response.json()).error;

/** Creates a visitor with a drawing that is being converted. */
async function order(cookie = ''): Promise<{ readonly cookie: string; readonly job: JobView }> {
  const form = new FormData();
  form.append('target_format', 'png');
  form.append('file', new Blob([SVG]), '그림.svg');
  const response = await fetch(`${server.url}/api/v1/upload`, {
    method: 'POST',
    body: form,
    headers: { Origin: server.url, Cookie: cookie },
  });
  const [made] = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { cookie: made ?? cookie, job: jobView.parse(await response.json()) };
}
async function completed(cookie: string, id: string): Promise<JobView> {
  for (;;) {
    const job = jobView.parse(await (await ask(cookie, `jobs/${id}?wait=20`)).json());
    if (!['queued', 'processing'].includes(job.status)) return job;
  }
}
/** Reads all events of a stream, with name and data. */
async function eventsOf(cookie: string, ids: readonly string[]): Promise<(readonly [event: string, data: string])[]> {
  const text = await (await ask(cookie, `cloud/events?jobs=${ids.join()}`)).text();
  return [...text.matchAll(/^event: (.*)\ndata: (.*)$/gm)].map(([, event = '', data = '']) => [event, data]);
}
const share = async (cookie: string, id: string): Promise<ShareView> =>
  (await ask(cookie, `cloud/jobs/${id}/share`, 'POST')).json() as Promise<ShareView>;

it('serves a shared result to anyone with the link until it is revoked', async () => {
  const { cookie, job } = await order();
  const { share_id: link, ...told } = await share(cookie, job.job_id);
  expect(told).toMatchObject({ job_id: job.job_id });
  expect((await share(cookie, job.job_id)).share_id).toBe(link);
  const { file_size: size } = await completed(cookie, job.job_id);
  const result = (await (await fetch(`${server.url}/api/v1/cloud/shares/${link}`)).json()) as SharedResult;
  expect(result).toMatchObject({
    status: 'completed',
    converted_filename: '그림.png',
    file_size: size,
    files: [{ index: 0, filename: '그림.png' }],
  });
  expect(Object.keys(result)).not.toContain('original_filename');
  const file = await fetch(`${server.url}/api/v1/cloud/shares/${link}/download`);
  expect([file.status, (await file.arrayBuffer()).byteLength]).toEqual([200, size]);
  expect(file.headers.get('Content-Disposition')).toContain('attachment');
  const mine = (await (await ask(cookie, 'cloud/shares')).json()) as ShareList;
  expect(mine.shares.map(({ share_id: id }) => id)).toEqual([link]);

  expect((await ask(cookie, `cloud/jobs/${job.job_id}/share`, 'DELETE')).status).toBe(204);
  for (const address of [link, `${link}/download`]) {
    const refused = await fetch(`${server.url}/api/v1/cloud/shares/${address}`);
    expect([refused.status, (await problemOf(refused)).details]).toMatchObject([410, { reason: 'revoked' }]);
  }
  expect((await share(cookie, job.job_id)).share_id).not.toBe(link);
});

it('returns GONE for a deleted result and NOT_FOUND for an unknown link', async () => {
  const { cookie, job } = await order();
  const { share_id: link } = await share(cookie, job.job_id);
  await completed(cookie, job.job_id);
  expect((await ask(cookie, `jobs/${job.job_id}`, 'DELETE')).status).toBe(204);
  const gone = await fetch(`${server.url}/api/v1/cloud/shares/${link}`);
  expect([gone.status, (await problemOf(gone)).details]).toMatchObject([410, { reason: 'gone' }]);
  for (const none of ['x', 'A'.repeat(22)]) {
    expect((await fetch(`${server.url}/api/v1/cloud/shares/${none}`)).status).toBe(404);
  }
});

it('does not serve an expired result that is not swept yet', async () => {
  const { cookie, job } = await order();
  const { share_id: link } = await share(cookie, job.job_id);
  await completed(cookie, job.job_id);
  await server.database.query("update conversions.jobs set expires_at = now() - interval '1 second' where id = $1", [job.job_id]);
  expect((await fetch(`${server.url}/api/v1/cloud/shares/${link}/download`)).status).toBe(410);
});

it('hides jobs of others', async () => {
  const { cookie, job } = await order();
  const other = await order();
  await share(cookie, job.job_id);
  for (const method of ['POST', 'DELETE']) {
    expect((await ask(other.cookie, `cloud/jobs/${job.job_id}/share`, method)).status).toBe(404);
  }
  expect(await eventsOf(other.cookie, [job.job_id])).toEqual([['gone', job.job_id]]);
  expect(((await (await ask(other.cookie, 'cloud/shares')).json()) as ShareList).shares).toEqual([]);
});

it('moves links with their jobs when the owner signs in', async () => {
  const { cookie, job } = await order();
  const { share_id: link } = await share(cookie, job.job_id);
  const person = await server.someone();
  const mine = (await (await ask(`${person.cookie}; ${cookie}`, 'cloud/shares')).json()) as ShareList;
  expect(mine.shares.map(({ share_id: id }) => id)).toEqual([link]);
  expect((await ask(person.cookie, `cloud/jobs/${job.job_id}/share`, 'DELETE')).status).toBe(204);
});

it('streams several jobs until the last one ends', async () => {
  const first = await order();
  const { job: second } = await order(first.cookie);
  const ids = [first.job.job_id, second.job_id];
  const told = (await eventsOf(first.cookie, ids)).map(([, data]) => jobView.parse(JSON.parse(data)));
  const completedIds = told.filter(({ status }) => status === 'completed').map(({ job_id: id }) => id);
  expect(completedIds.toSorted()).toEqual(ids.toSorted());
  expect((await ask(first.cookie, 'cloud/events?jobs=')).status).toBe(400);
});

it('reports a missing job as gone and keeps streaming the others', async () => {
  const { cookie, job: deleted } = await order();
  const { job: living } = await order(cookie);
  expect((await ask(cookie, `jobs/${deleted.job_id}`, 'DELETE')).status).toBe(204);
  const unknown = randomUUID();
  const told = await eventsOf(cookie, [deleted.job_id, living.job_id, unknown]);
  const gone = told.flatMap(([event, data]) => (event === 'gone' ? [data] : []));
  expect(gone).toEqual([deleted.job_id, unknown]);
  const [event, data = ''] = told.at(-1) ?? [];
  expect([event, jobView.parse(JSON.parse(data))]).toMatchObject(['job', { job_id: living.job_id, status: 'completed' }]);
});

it('reports the load of the server', async () => {
  const figures = (await (await fetch(`${server.url}/api/v1/cloud`)).json()) as CloudView;
  expect(figures).toMatchObject({ workers: 1, at_once: 2 });
  expect(figures.stored).toBeGreaterThan(0);
});

it('reports its own records: uptime, converted files and their average time', async () => {
  await order();
  const { services } = server;
  const today = new Date();
  await services.database.query(
    `insert into status.days (service, day, checks, bad) values ('conversion', ($1::timestamptz at time zone 'UTC')::date, 100, 1)
     on conflict (service, day) do update set checks = 100, bad = 1`,
    [today],
  );
  const view = (await (await fetch(`${server.url}/api/v1/cloud`)).json()) as CloudView;
  expect(view).toMatchObject({ uptime: 0.99, uptime_days: 1 });
  expect(view.completed).toBeGreaterThan(0);
  expect(view.average_ms).toBeGreaterThanOrEqual(0);
});
