/** Entry of a conversion worker thread in Node. */
import { parentPort, workerData } from 'node:worker_threads';
import { createExecutor } from '@bakkum/conversion/executor';
import { createNodeEngineHost } from './engine-host.node.ts';
import { createOutputStore } from './output-store.node.ts';
import { inOrder, receiveInWorker, type SentToWorker, sendFromWorker } from './thread-messages.node.ts';

const port = parentPort;
if (!port || typeof workerData !== 'string') throw new Error('worker.node.ts runs as a worker thread, given a folder');
const host = createNodeEngineHost(createOutputStore(workerData));
const execute = createExecutor(host, (message) => port.postMessage(sendFromWorker(message)));
const receive = inOrder(receiveInWorker, execute, (error) => {
  queueMicrotask(() => {
    throw error; // an input that cannot be opened any more: the thread ends and the runner is told
  });
});
port.on('message', (message: SentToWorker) => receive(message));
