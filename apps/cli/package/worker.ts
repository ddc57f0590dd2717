/** A conversion worker of the package. */
import { completeNode } from './older-node.ts';

await completeNode();
await import('@bakkum/registry/node/worker.node');
