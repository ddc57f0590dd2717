import { execFileSync } from 'node:child_process';

const found = new Map<string, boolean>();

/** Returns whether a native program is on the path. Also works outside a test. */
export function isInstalled(program: string): boolean {
  const known = found.get(program);
  if (known !== undefined) return known;
  const has = isOnPath(program);
  found.set(program, has);
  return has;
}

function isOnPath(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
