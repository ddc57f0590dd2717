/** Runs two accounts at the same time with the same names and keys: neither receives a byte of the other. */
import { randomUUID } from 'node:crypto';
import { type JobView, jobList } from '@bakkum/api-contract/conversions/conversions';
import { expect, it } from 'vitest';
import { form, json } from './asker.ts';
import type { Target } from './target.ts';

const DOCUMENTS = 6;

type Tenant = { readonly key: string; readonly secret: string };
type Document = { readonly upload: string; readonly job: JobView };

export function describeTenants(at: () => Target): void {
  const words = (secret: string, index: number) => Buffer.from(`name,word\nsame,${secret}-${index}\n`);

  /** Both use the same names and idempotency keys, with different file contents. */
  async function work({ key, secret }: Tenant, index: number): Promise<Document> {
    const { upload, job, ended } = at();
    const content = words(secret, index);
    const name = `same-${index}.csv`;
    const { upload_id: id } = await upload(content, name, { key, method: 'POST', body: form(content, name) });
    const headers = { 'Idempotency-Key': `isolation-${index}-${process.pid}` };
    const ordered = await job('jobs', { ...json({ upload_id: id, target_format: 'json', tag: 'isolation' }, headers), key });
    return { upload: id, job: await ended(ordered.job_id, key) };
  }

  /** Tries every request on another account's resources. */
  async function trespass({ key }: Tenant, { upload, job: { job_id: id } }: Document): Promise<readonly number[]> {
    const { ask } = at();
    const tus = { 'Tus-Resumable': '1.0.0' };
    const piece = { ...tus, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
    const asked = [
      ask(`jobs/${id}`, { key }),
      ask(`jobs/${id}?wait=1`, { key }),
      ask(`jobs/${id}/events`, { key }),
      ask(`download/${id}`, { key }),
      ask(`download/${id}?file=0`, { key, headers: { Range: 'bytes=0-10' } }),
      ask(`jobs/${id}/cancel`, { key, method: 'POST' }),
      ask(`jobs/${id}/retry`, { key, method: 'POST' }),
      ask(`jobs/${id}`, { key, method: 'DELETE' }),
      ask(`uploads/${upload}`, { key }),
      ask(`uploads/${upload}`, { key, method: 'DELETE' }),
      ask(`tus/${upload}`, { key, method: 'HEAD', headers: tus }),
      ask(`tus/${upload}`, { key, method: 'PATCH', headers: piece, body: 'x' }),
      ask(`tus/${upload}`, { key, method: 'DELETE', headers: tus }),
      ask('jobs', { ...json({ upload_id: upload, target_format: 'json' }), key }),
    ];
    return (await Promise.all(asked)).map(({ status }) => status);
  }

  it("learns nothing about another account's resources, under load", async () => {
    const { ask, keys } = at();
    const own: Tenant = { key: keys.own, secret: randomUUID() };
    const other: Tenant = { key: keys.other, secret: randomUUID() };
    const indexes = Array.from({ length: DOCUMENTS }, (_, index) => index);
    const [mine, theirs] = await Promise.all(
      [own, other].map((tenant) => Promise.all(indexes.map((index) => work(tenant, index)))),
    );
    const attempts = await Promise.all([
      ...(theirs ?? []).map((document) => trespass(own, document)),
      ...(mine ?? []).map((document) => trespass(other, document)),
    ]);
    expect(new Set(attempts.flat())).toEqual(new Set([404]));
    for (const [{ key, secret }, documents, decoy] of [
      [own, mine ?? [], other.secret],
      [other, theirs ?? [], own.secret],
    ] as const) {
      const results = await Promise.all(documents.map(async ({ job }) => (await ask(`download/${job.job_id}`, { key })).text()));
      expect(results.map((result, index) => result.includes(`${secret}-${index}`))).toEqual(indexes.map(() => true));
      expect(results.filter((result) => result.includes(decoy))).toEqual([]);
      const { jobs } = jobList.parse(await (await ask('jobs?tag=isolation&limit=100', { key })).json());
      const known = new Set(jobs.map(({ job_id: id }) => id));
      expect(documents.every(({ job }) => known.has(job.job_id))).toBe(true);
      const foreign = key === own.key ? theirs : mine;
      expect((foreign ?? []).filter(({ job }) => known.has(job.job_id))).toEqual([]);
      for (const id of known) await ask(`jobs/${id}`, { key, method: 'DELETE' });
    }
  });
}
