import { readdirSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

const PREFIX = 'incoming-';
/** After this time without a change, a folder that a process began to fill is abandoned. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/** Makes an empty folder, of this process alone, beside what is kept; removes those that killed processes left. */
export async function openStaging(cache: string): Promise<string> {
  await mkdir(cache, { recursive: true });
  for (const name of await readdir(cache)) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = path.join(cache, name);
    const facts = await stat(folder).catch(() => undefined); // its process may remove it at the same time
    if (facts && Date.now() - facts.mtimeMs > ABANDONED_MS) await rm(folder, { recursive: true, force: true });
  }
  return mkdtemp(path.join(cache, `${PREFIX}${process.pid}-`));
}

/** Removes this process's folders, for its end: a worker that is terminated cannot. */
export function removeStaging(cache: string): void {
  for (const name of namesIn(cache)) {
    if (name.startsWith(`${PREFIX}${process.pid}-`))
      rmSync(path.join(cache, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // nothing was ever fetched
  }
}
