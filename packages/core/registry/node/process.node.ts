/**
 * Entry point of a process that converts files, one after another. It receives its jobs and reports progress over the channel to its
 * parent.
 */
import { constants } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { getPriority, constants as osConstants, setPriority } from 'node:os';
import path from 'node:path';
import type { EngineManifest } from '@bakkum/conversion/engine';
import { createExecutor } from '@bakkum/conversion/executor';
import type { MadeFile } from '@bakkum/conversion/output-file';
import type { FromWorker, JobFile, ToWorker } from '@bakkum/conversion/workers/worker-protocol';
import { MANIFEST_LOADERS } from '../manifest-loaders.node.gen.ts';
import { createNodeEngineHost } from './engine-host.node.ts';
import { openFileBlob, pathOf } from './file-blobs.node.ts';
import { createOutputStore } from './output-store.node.ts';
import { inOrder, isWorkerSetUp, receiveInWorker, type SentToWorker, sendFromWorker } from './thread-messages.node.ts';

// Pages and other requests of the machine go first. Programs that it starts inherit the priority. A server that was started with a
// lower one keeps it: raising it is forbidden in the sandbox.
if (getPriority() < osConstants.priority.PRIORITY_BELOW_NORMAL) setPriority(osConstants.priority.PRIORITY_BELOW_NORMAL);
const setUp: unknown = JSON.parse(process.argv[2] ?? 'null');
// Started only to compile the modules above and those below, which later processes reuse.
if (setUp === null) {
  const others = [import('@bakkum/native-programs/folder'), ...Object.values(MANIFEST_LOADERS).map((load) => load())];
  await Promise.all(others);
  process.exit(0);
}
// Programs built with Emscripten read the flags of `open` through Node's internals, which the permission model closes.
Object.defineProperty(process, 'binding', {
  value: (name: string): object => {
    if (name !== 'constants') throw new RangeError(`no internals in a conversion process: ${name}`);
    return { fs: constants };
  },
});
if (!process.send || !isWorkerSetUp(setUp)) throw new Error('process.node.ts is started by spawn-process.node.ts');
const { folder, tools } = setUp;
const outputs = createOutputStore(path.join(folder, 'results'));
const adopt = (file: string): MadeFile => outputs.adopt(file);
const programs =
  tools &&
  (await import('@bakkum/native-programs/folder')).programsFor({
    tools,
    parent: folder,
    pathOf,
    adopt,
    onGroup: () => undefined,
    isLeased: true,
  });
const manifests: EngineManifest[] = [];
const host = createNodeEngineHost(manifests, outputs, programs);
const fail = (error: unknown): void =>
  queueMicrotask(() => {
    throw error;
  });
const tell = inOrder(
  async (message: FromWorker) => sendFromWorker(message.type === 'done' ? await onDisk(message) : message),
  (message) => void process.send?.(message),
  fail,
);
const receive = inOrder(
  async (message: SentToWorker) => {
    if (message.type === 'run') await removeEarlierResults();
    return knowing(await receiveInWorker(message));
  },
  createExecutor(host, tell),
  fail,
);
process.on('message', (message: SentToWorker) => receive(message));
process.once('disconnect', () => process.exit(0));

/** Loads only the manifests of the job's engines: loading all would take longer than the rest of the start. */
async function knowing(message: ToWorker): Promise<ToWorker> {
  if (message.type !== 'run') return message;
  const engines = [...message.steps, ...(message.leads ?? []).flat()].map(({ engine }) => engine);
  for (const id of new Set(engines)) {
    const load = MANIFEST_LOADERS[id];
    if (!load) throw new RangeError(`no engine ${id}`);
    if (!manifests.some((known) => known.id === id)) manifests.push((await load()).manifest);
  }
  return message;
}

const handedOver = new Set<string>();
/** Results up to this many bytes are written at once. */
const MAX_BYTES_IN_MEMORY = 1024 ** 2;

/** The parent has copied the results of the last job, or it would have ended this process. */
async function removeEarlierResults(): Promise<void> {
  for (const place of handedOver) await rm(place, { force: true });
  handedOver.clear();
}

/** Writes results to disk, as the parent accepts only files. */
async function onDisk(message: Extract<FromWorker, { type: 'done' }>): Promise<FromWorker> {
  const kept = async (file: JobFile, index: number): Promise<JobFile> => {
    const own = pathOf(file.blob);
    // An input that is already as small as it gets may be its own result.
    const isHere = own?.startsWith(`${folder}${path.sep}`) ?? false;
    const place = own !== undefined && isHere ? own : path.join(folder, `result-${index}`);
    handedOver.add(place);
    if (isHere) return file;
    await writeFile(place, file.blob.size <= MAX_BYTES_IN_MEMORY ? await file.blob.bytes() : file.blob.stream(), { mode: 0o600 });
    return { ...file, blob: await openFileBlob(place, file.blob.type) };
  };
  const [first, ...rest] = message.files;
  return { ...message, files: [await kept(first, 0), ...(await Promise.all(rest.map((file, index) => kept(file, index + 1))))] };
}
