/** The `bakkum` command as a package. */
import { completeNode } from './older-node.ts';

await completeNode();
await import('../main.ts');
