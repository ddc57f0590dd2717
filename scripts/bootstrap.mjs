/**
 * Entry of every npm script. Runs on whatever Node the machine has (20.19 or later, no packages needed): installs the
 * locked packages when they are missing or stale, then hands over to scripts/tasks.mjs on the Node 24 that npm installed.
 * Says what it does on stderr, so that the output of a task stays clean.
 */
import { ensureInstalled } from './install.mjs';
import { handOver } from './process.mjs';
import { projectNode } from './project-node.mjs';

const OLDEST_NODE = [20, 19];
/** Tasks that need no tools of tests and checks. */
const PRODUCTION_TASKS = new Set(['start', 'build', 'gen', 'bakkum']);

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
  fail(`Bakkum needs Node ${OLDEST_NODE.join('.')} or later to start, this is ${process.versions.node}.`);
}
try {
  const [task, ...rest] = process.argv.slice(2);
  await ensureInstalled(PRODUCTION_TASKS.has(task) ? 'production' : 'all');
  const node = projectNode();
  if (node === process.execPath) {
    const { runTask } = await import('./tasks.mjs');
    await runTask(task, rest);
  } else {
    await handOver(node, [new URL('./run-task.mjs', import.meta.url), task, ...rest]);
  }
} catch (error) {
  if (!(error instanceof Error) || !error.expected) throw error;
  fail(error.message);
}

function fail(message) {
  process.stderr.write(`[bakkum] ${message}\n`);
  process.exit(1);
}
