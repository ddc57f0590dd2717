import { readdirSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

const PREFIX = 'incoming-';
/** A staging folder without changes for this time is abandoned. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/** Creates a staging folder for this process in the cache, and removes those that killed processes left. */
export async function openStaging(cache: string): Promise<string> {
  await mkdir(cache, { recursive: true });
  for (const name of await readdir(cache)) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = path.join(cache, name);
    const facts = await stat(folder).catch(() => undefined); // its process may be removing it
    if (facts && Date.now() - facts.mtimeMs > ABANDONED_MS) await rm(folder, { recursive: true, force: true });
  }
  return mkdtemp(path.join(cache, `${PREFIX}${process.pid}-`));
}

/** Removes this process's staging folders at exit, since a terminated worker cannot. */
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
    return []; // nothing was downloaded yet
  }
}
