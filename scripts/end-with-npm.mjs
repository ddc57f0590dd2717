/**
 * Loaded by long-running npm scripts. npm forwards a signal only to its shell, which dies without notifying us: a server would
 * keep running and occupy its port. So this process ends itself when the shell is gone.
 */
const POLL_MS = 1000;

const shell = process.ppid;
if (process.env.npm_lifecycle_event) {
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, POLL_MS);
  timer.unref();
}
