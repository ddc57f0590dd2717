import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the repository. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Returns the absolute path of something in the repository. */
export function inRoot(...parts) {
  return path.join(root, ...parts);
}

/** Prints a message for the user. Uses stderr, as a program may read the output of a task. */
export function say(message) {
  process.stderr.write(`[bakkum] ${message}\n`);
}

/** Formats the time since a value of `Date.now()`, such as `1.2 s`. */
export function secondsSince(startedAt) {
  return `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
}
