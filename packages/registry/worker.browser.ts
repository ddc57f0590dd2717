/** Entry of a conversion worker in a browser. */
import { createExecutor } from '@bakkum/conversion/executor';
import type { FromWorker, ToWorker } from '@bakkum/conversion/worker-protocol';
import { createBrowserEngineHost } from './engine-host.browser.ts';

const execute = createExecutor(createBrowserEngineHost(), (message: FromWorker) => postMessage(message));
addEventListener('message', (event: MessageEvent<ToWorker>) => execute(event.data));
