/** The `bakkum` command as a package. */
import { cacheFolder } from '../fetched/settings.ts';
import { removeStaging } from '../fetched/staging.ts';
import { completeNode } from './older-node.ts';

process.once('exit', () => removeStaging(cacheFolder()));
await completeNode();
await import('../main.ts');
