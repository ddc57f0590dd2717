/**
 * Loaded by what an npm script leaves running. npm passes a signal to its shell only, and the shell dies without a word to
 * us: a server would live on and keep its port. So when the shell is gone, this process asks itself to end.
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
