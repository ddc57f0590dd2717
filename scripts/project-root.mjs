import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the repository. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Absolute path of something in the repository. */
export function inRoot(...parts) {
  return path.join(root, ...parts);
}

/** A line for the person at the terminal. On stderr: the output of a task may be read by a program. */
export function say(message) {
  process.stderr.write(`[bakkum] ${message}\n`);
}

/** `1.2 s` since a moment of `Date.now()`. */
export function secondsSince(startedAt) {
  return `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
}
