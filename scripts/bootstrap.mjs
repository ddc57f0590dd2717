/**
 * Entry point of every npm script. Runs on any Node from 20.19 without installed packages: prints `--help`, checks for problems
 * that would fail later, installs missing packages, then starts scripts/tasks.mjs on the Node 24 that npm installed. Messages go
 * to stderr to keep the output of a task clean.
 */
const MIN_NODE_VERSION = [20, 19];
/** Tasks that need no development tools. */
const PRODUCTION_TASKS = new Set(['start', 'build', 'gen', 'bakkum']);

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < MIN_NODE_VERSION[0] || (major === MIN_NODE_VERSION[0] && minor < MIN_NODE_VERSION[1])) {
  fail(
    `Bakkum needs Node ${MIN_NODE_VERSION.join('.')} or later; this is Node ${process.versions.node}. Get a current one from nodejs.org.`,
  );
}
// Loaded after the check, as an older Node could not even parse some of them.
const { checkCommandLine } = await import('./commands/all.mjs');
const { checkBeforeStart } = await import('./preflight.mjs');
const { ensureInstalled } = await import('./install.mjs');
const { handOver } = await import('./process.mjs');
const { projectNode } = await import('./project-node.mjs');
const { loadSettingsFile } = await import('./settings-file.mjs');

const [task, ...rest] = process.argv.slice(2);
checkCommandLine(task, rest);
try {
  loadSettingsFile();
  if (task === 'start') await checkBeforeStart(process.env);
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
