import { constants } from 'node:os';

/**
 * Returns a signal that aborts on Ctrl+C or when the system asks the process to end; its reason is the exit code. A second Ctrl+C
 * ends the process at once.
 */
export function interruption() {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => controller.abort(128 + constants.signals[name]));
  return controller.signal;
}
