import { existsSync, readdirSync, statSync } from 'node:fs';

/** Files that every copy has. */
const MARKS = ['engine-files.json', 'service-worker.js', '404.html'];

/** Whether a copy may be written to this path: nothing but an earlier copy is ever replaced. */
export function mayReplace(folder: string): boolean {
  if (!existsSync(folder)) return true;
  if (!statSync(folder).isDirectory()) return false;
  const names = readdirSync(folder);
  return names.length === 0 || MARKS.every((name) => names.includes(name));
}
