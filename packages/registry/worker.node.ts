/** Entry of a conversion worker thread in Node. */
import { parentPort } from 'node:worker_threads';
import { createExecutor } from '@bakkum/conversion/executor';
import type { ToWorker } from '@bakkum/conversion/worker-protocol';
import { createNodeEngineHost } from './engine-host.node.ts';

const port = parentPort;
if (!port) throw new Error('worker.node.ts runs as a worker thread');
const execute = createExecutor(createNodeEngineHost(), (message) => port.postMessage(message));
port.on('message', (message: ToWorker) => execute(message));
