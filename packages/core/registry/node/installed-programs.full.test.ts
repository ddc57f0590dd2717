import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { OptionValues } from '@bakkum/conversion/options';
import { routeOf } from '@bakkum/conversion/planner';
import { createRunner } from '@bakkum/conversion/runner';
import { findNativeTools } from '@bakkum/native-programs/find-tools';
import { descendantsOf } from '@bakkum/native-programs/process-facts';
import { detectSandbox } from '@bakkum/native-programs/sandboxed-process';
import { fixture } from '@bakkum/tests/engine-context';
import { hasProgram } from '@bakkum/tests/native';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFileBlob } from './file-blobs.node.ts';
import { openProcessHost } from './process-host.node.ts';
import { type Lease, ProcessLeases } from './process-leases.node.ts';
import { ConversionProcess, PROGRAM_FILES } from './spawn-process.node.ts';

const native = { allowed: ['ffmpeg', 'imagemagick', 'libreoffice'], searchPath: globalThis.process.env['PATH'] ?? '' } as const;
let host: Awaited<ReturnType<typeof openProcessHost>>;
beforeAll(async () => {
  host = await openProcessHost('auto', native, { atOnce: 2 });
});
afterAll(() => host.dispose());

/** The folder of the process that a lease has now. A process that replaces another one works in a folder of its own. */
const processOf = ({ inputs }: Lease): string => {
  const place = path.dirname(path.dirname(inputs));
  return path.join(place, ...readdirSync(place).filter((name) => name.startsWith('work-')));
};

/** Converts a file in a leased process. */
async function convertFor(owner: string, content: Blob, pair: readonly [string, string], options: OptionValues = {}) {
  return convertIn(await host.lease(owner, []), content, pair, options);
}

async function convertIn(lease: Lease, content: Blob, [from, to]: readonly [string, string], options: OptionValues = {}) {
  const answer = host.planner.plan(from, to);
  if (!answer.ok) throw new Error('no plan');
  const file = path.join(lease.inputs, 'input');
  writeFileSync(file, new Uint8Array(await content.arrayBuffer()));
  const { memoryBytes: memoryBudgetBytes, estimateBytes } = host;
  const runner = createRunner({ spawn: lease.spawn, maxWorkers: 1, memoryBudgetBytes, estimateBytes, jobsPerWorker: 1 });
  const result = await runner.run({ inputs: [await openFileBlob(file)], plans: answer.plans, options });
  const bytes = result.ok ? (await result.files[0].blob.arrayBuffer()).byteLength : 0;
  const process = processOf(lease);
  await lease.release();
  return {
    process,
    bytes,
    route: result.ok ? routeOf(result.plan) : result.detail,
    tries: result.attempts.map(({ detail }) => detail),
    codes: result.attempts.map(({ code }) => code),
  };
}

describe.skipIf(!hasProgram('convert'))('ImageMagick in a leased process', () => {
  it('converts images, and leaves others to our engines in the same process', async () => {
    const photo = await fixture('png/rgb8.png');
    const first = await convertFor('one', photo, ['png', 'jpeg']);
    expect(first).toMatchObject({ route: 'png -[native-images]-> jpeg', tries: [] });
    const scaled = await convertFor('one', photo, ['png', 'jpeg'], { width: 20 });
    expect(scaled).toMatchObject({ route: 'png -[png]-> raster -[jpeg]-> jpeg', tries: ['options'], process: first.process });
    expect(scaled.bytes).toBeGreaterThan(0);
    const next = await convertFor('one', photo, ['png', 'webp']);
    expect(next).toMatchObject({ route: 'png -[native-images]-> webp', tries: [], process: first.process });
  });
});

describe('other programs in a leased process', () => {
  it.skipIf(!hasProgram('ffmpeg')).each(['flac', 'wav'])('convert audio (%s)', async (from) => {
    const made = await convertFor('one', await fixture(`media/tones.${from}`), [from, 'mp3']);
    expect(made).toMatchObject({ route: `${from} -[native-ffmpeg]-> mp3`, tries: [] });
  });
});

function argumentsOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return []; // it ended in the meantime
  }
}

/** Every LibreOffice that runs below this process, with the folder of its user. */
const offices = () =>
  descendantsOf(globalThis.process.pid).flatMap((pid) => {
    const [program = '', ...args] = argumentsOf(pid);
    const profile = args.find((one) => one.startsWith('-env:UserInstallation='))?.split('file://')[1] ?? '';
    return program.endsWith('soffice.bin') ? [{ pid, profile }] : [];
  });

describe.skipIf(!hasProgram('soffice'))('LibreOffice in a leased process', () => {
  it('stays for the next files of an owner, and no other owner sees anything of it', async () => {
    const docx = await fixture('documents/docx.docx');
    const route = 'docx -[native-office]-> pdf';
    expect(await convertFor('first', docx, ['docx', 'pdf'])).toMatchObject({ route, tries: [] });
    const [first] = offices();
    expect(await convertFor('first', docx, ['docx', 'pdf'])).toMatchObject({ route, tries: [] });
    expect(offices()).toEqual([first]);
    expect(await convertFor('second', docx, ['docx', 'pdf'])).toMatchObject({ route, tries: [] });
    const [one, other, ...more] = offices();
    if (!one || !other) throw new Error('no LibreOffice');
    expect([more, one.pid === first?.pid || other.pid === first?.pid]).toEqual([[], true]);
    const socketsOf = ({ pid }: typeof one): readonly string[] =>
      readdirSync(`/proc/${pid}/root/tmp`).filter((name) => name.startsWith('OSL_PIPE_'));
    expect([socketsOf(one), socketsOf(other)].map(({ length }) => length)).toEqual([1, 1]);
    expect(socketsOf(one)).not.toEqual(socketsOf(other));
    // With the number of the user in its name, the process that hands files over finds the socket.
    expect(socketsOf(one)[0]).toContain(`OSL_PIPE_${globalThis.process.getuid?.() ?? 0}_`);
    const sees = ({ pid }: typeof one, { profile }: typeof one): boolean => existsSync(`/proc/${pid}/root${profile}`);
    expect([sees(one, one), sees(one, other), sees(other, one), sees(other, other)]).toEqual([true, false, false, true]);
  });

  it('ends with its process when both together exceed the memory limit', async () => {
    const limits = { fileBytes: 1e9, processorSeconds: 300, memoryBytes: 250e6 };
    const tools = findNativeTools(['libreoffice'], native.searchPath, ['none']);
    const walls = await detectSandbox(globalThis.process.execPath, [...PROGRAM_FILES, globalThis.process.execPath], tmpdir());
    const start = (folders: { readonly folder: string; readonly inputs: string }) =>
      new ConversionProcess({ ...walls, ...folders, canLimit: false, limits, heapMegabytes: 200, ...(tools && { tools }) });
    const problems: unknown[] = [];
    const leases = new ProcessLeases({ atOnce: 1, idleBytes: 1e9, start, onProblem: (problem) => problems.push(problem) });
    const before = offices().map(({ pid }) => pid);
    const added = () => offices().filter(({ pid }) => !before.includes(pid));
    const converted = convertIn(await leases.lease('third', []), await fixture('documents/docx.docx'), ['docx', 'pdf']);
    await expect.poll(added).not.toEqual([]);
    const { codes } = await converted;
    expect(codes[0]).toBe('out-of-memory');
    await leases.dispose();
    expect(added()).toEqual([]);
    expect(problems).toEqual([]);
  });
});
