/** Entry point of a conversion worker thread in Node. */
import { parentPort, workerData } from 'node:worker_threads';
import { createExecutor } from '@bakkum/conversion/executor';
import { limitLanes } from '@bakkum/conversion/workers/parallel-lanes';
import { provideWebWorkers } from '@bakkum/conversion/workers/web-workers';
import { programsFor } from '@bakkum/native-programs/folder';
import { MANIFESTS } from '../manifests.gen.ts';
import { isModuleReply } from '../module-exchange.ts';
import { NATIVE_MANIFESTS } from '../native-engines.node.gen.ts';
import { shareModules } from '../shared-modules.ts';
import { createNodeEngineHost } from './engine-host.node.ts';
import { pathOf } from './file-blobs.node.ts';
import { createOutputStore } from './output-store.node.ts';
import {
  inOrder,
  isWorkerSetUp,
  receiveInWorker,
  type SentFromWorker,
  type SentToThread,
  sendFromWorker,
} from './thread-messages.node.ts';
import { NodeWebWorker } from './web-worker.node.ts';

const port = parentPort;
if (!port || !isWorkerSetUp(workerData)) throw new Error('worker.node.ts runs as a worker thread, given a folder');
const { folder, tools, lanes } = workerData;
if (lanes > 1) {
  limitLanes(lanes);
  provideWebWorkers(NodeWebWorker);
}
const post = (message: SentFromWorker): void => port.postMessage(message);
const outputs = createOutputStore(folder);
const onGroup = (group: number, running: boolean): void => post({ type: 'group', group, running });
const programs = tools && programsFor({ tools, parent: folder, pathOf, adopt: (file) => outputs.adopt(file), onGroup });
const modules = shareModules(post);
const host = createNodeEngineHost([...MANIFESTS, ...NATIVE_MANIFESTS], outputs, programs, modules);
const execute = createExecutor(host, (message) => post(sendFromWorker(message)));
const receive = inOrder(receiveInWorker, execute, (error) => {
  queueMicrotask(() => {
    throw error; // the input can no longer be opened: the thread ends and the runner is notified
  });
});
port.on('message', (message: SentToThread) => {
  if (isModuleReply(message)) modules.receive(message);
  else receive(message);
});
port.on('messageerror', () => modules.giveUp());
