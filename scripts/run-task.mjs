/** Runs one task on the Node that executes this file: `node scripts/run-task.mjs TASK [argument …]`. */
import { runTask } from './tasks.mjs';

const [task, ...rest] = process.argv.slice(2);
try {
  await runTask(task, rest);
} catch (error) {
  if (!(error instanceof Error) || !error.expected) throw error;
  process.stderr.write(`[bakkum] ${error.message}\n`);
  process.exitCode = 1;
}
