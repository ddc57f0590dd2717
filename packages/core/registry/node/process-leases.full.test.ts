import { existsSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plan } from '@bakkum/conversion/planner';
import { createRunner, type JobResult } from '@bakkum/conversion/runner';
import { descendantsOf } from '@bakkum/native-programs/process-facts';
import { afterAll, describe, expect, it } from 'vitest';
import { openFileBlob } from './file-blobs.node.ts';
import { openProcessHost } from './process-host.node.ts';
import { type Lease, ProcessLeases } from './process-leases.node.ts';
import type { ConversionProcess } from './spawn-process.node.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#08f"/></svg>';
const host = await openProcessHost('auto', { allowed: [], searchPath: '' }, { atOnce: 2 });
afterAll(() => host.dispose());

const answer = host.planner.plan('svg', 'png');
if (!answer.ok) throw new Error('no plan');
const { plans } = answer;

async function convertIn(
  { inputs, spawn }: Lease,
  content: string,
  given: readonly [Plan, ...Plan[]] = plans,
): Promise<JobResult> {
  const file = path.join(inputs, 'input');
  writeFileSync(file, content);
  const runner = createRunner({
    spawn,
    maxWorkers: 1,
    memoryBudgetBytes: host.memoryBytes,
    estimateBytes: host.estimateBytes,
    jobsPerWorker: 1,
  });
  return runner.run({ inputs: [await openFileBlob(file)], plans: given, options: {} });
}

/** Folder of the lease, which belongs to one process. */
const placeOf = ({ inputs }: Lease): string => path.dirname(path.dirname(inputs));

async function convertFor(owner: string, content = SVG): Promise<{ readonly place: string; readonly result: JobResult }> {
  const lease = await host.lease(owner, []);
  const result = await convertIn(lease, content);
  await lease.release();
  return { place: placeOf(lease), result };
}

describe('process leases', () => {
  it("converts an owner's next file in the same process", async () => {
    const [first, second] = [await convertFor('one'), await convertFor('one')];
    expect([first.result.ok, second.result.ok, second.place === first.place]).toEqual([true, true, true]);
  });

  it('never lends a process to another owner', async () => {
    const first = await convertFor('one');
    const others = [await convertFor('two'), await convertFor('three'), await convertFor('one')];
    expect(others.every(({ result }) => result.ok)).toBe(true);
    expect(others.slice(0, 2).map(({ place }) => place)).not.toContain(first.place);
  });

  it('leaves no file of a job for the next one', async () => {
    const lease = await host.lease('one', []);
    const result = await convertIn(lease, SVG);
    if (!result.ok) throw new Error(result.detail);
    const bytes = await result.files[0].blob.arrayBuffer();
    expect(bytes.byteLength).toBeGreaterThan(0);
    await lease.release();
    const next = await host.lease('one', []);
    expect(placeOf(next)).toBe(placeOf(lease));
    expect([readdirSync(next.inputs), readdirSync(path.join(placeOf(next), 'results'))]).toEqual([[], []]);
    expect((await convertIn(next, SVG)).ok).toBe(true);
    const written = readdirSync(placeOf(next), { recursive: true, encoding: 'utf8' }).filter((name) => /^work-\d+\/./.test(name));
    expect(written).toEqual(['work-0/result-0']);
    await next.release();
  });

  it('converts the next file while the results of the last are stored', async () => {
    const lease = await host.lease('one', []);
    const result = await convertIn(lease, SVG);
    await lease.finish();
    const next = await host.lease('one', []);
    expect([placeOf(next), existsSync(lease.inputs)]).toEqual([placeOf(lease), false]);
    expect((await convertIn(next, SVG)).ok).toBe(true);
    expect(result.ok && (await result.files[0].blob.arrayBuffer()).byteLength).toBeGreaterThan(0);
    await next.release();
    await lease.release();
    expect(readdirSync(path.join(placeOf(lease), 'results'))).toEqual([]);
  });

  it('keeps the results of a process that has ended until they are stored', async () => {
    const lease = await host.lease('one', []);
    const result = await convertIn(lease, SVG);
    await lease.finish({ mayBeReused: false });
    expect(result.ok && (await result.files[0].blob.arrayBuffer()).byteLength).toBeGreaterThan(0);
    await lease.release();
    expect(existsSync(placeOf(lease))).toBe(false);
  });

  it('ends a process that failed', async () => {
    const failed = await convertFor('one', 'not a drawing');
    const next = await convertFor('one');
    expect([failed.result.ok, next.result.ok, next.place === failed.place]).toEqual([false, true, false]);
  });

  it('gives the next attempt of a job another process in the same folder', async () => {
    const lease = await host.lease('one', []);
    expect((await convertIn(lease, 'not a drawing')).ok).toBe(false);
    expect((await convertIn(lease, SVG)).ok).toBe(true);
    await lease.release();
  });

  it('removes the files of a process that does not end, and reports it', async () => {
    const end = () => Promise.reject(new Error('its processes do not end'));
    const start = () => ({ end, onEnd: () => undefined }) as unknown as ConversionProcess;
    const problems: unknown[] = [];
    const leases = new ProcessLeases({ atOnce: 1, idleBytes: 0, start, onProblem: (error) => void problems.push(error) });
    const lease = await leases.lease('one', []);
    writeFileSync(path.join(lease.inputs, 'certificate'), '');
    await lease.release({ mayBeReused: false });
    expect([existsSync(placeOf(lease)), problems]).toEqual([false, [new Error('its processes do not end')]]);
    await leases.dispose();
  });

  it('ends every process when it is disposed', async () => {
    const other = await openProcessHost('auto', { allowed: [], searchPath: '' }, { atOnce: 1 });
    await other.prepare();
    const lease = await other.lease('one', []);
    expect((await convertIn(lease, SVG)).ok).toBe(true);
    await other.dispose();
    await lease.release();
    await expect.poll(() => descendantsOf(process.pid).filter((pid) => folderOf(pid).startsWith(placeOf(lease)))).toEqual([]);
  });
});

function folderOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return ''; // it ended in the meantime
  }
}
