import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Number of parts of the support table; each commit tests one of them. */
const PARTS = 120;

test('the part of the support table chosen by this commit still passes', () => {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' });
  const part = (Number.parseInt(commit.slice(0, 8), 16) % PARTS) + 1;
  const command = [path.join(import.meta.dirname, 'main.ts'), '--check-support', '--part', `${part}/${PARTS}`];
  expect(outcomeOf(command)).toMatch(/\n\d{2,} pairs checked, 0 broken\n$/);
});

/** Returns the output of the command, including error output. */
function outcomeOf(command: readonly string[]): string {
  try {
    return execFileSync(process.execPath, command, { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    if (error instanceof Error && 'stdout' in error && 'stderr' in error)
      return [error.message, error.stdout, error.stderr].map(String).join('\n');
    throw error;
  }
}
