import { say, secondsSince } from './project-root.mjs';

/** Milliseconds between two lines about a running phase. On a terminal, npm shows its own progress. */
const REPORT_MS = 15_000;

/**
 * Runs one step of a start, and reports on stderr when it begins and how long it took.
 * @template Result
 * @param {string} name as a heading: `Building the website`
 * @param {() => Result | Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function phase(name, work) {
  const startedAt = Date.now();
  say(`${name} …`);
  const timer = process.stderr.isTTY ? undefined : setInterval(() => say(`${name} … ${secondsSince(startedAt)}`), REPORT_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    say(`${name} took ${secondsSince(startedAt)}`);
  }
}
