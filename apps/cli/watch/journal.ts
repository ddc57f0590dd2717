/**
 * Records the state of each file as JSON lines in the output folder. It survives a process that is killed at any moment: a result is
 * first complete under another name, then announced here, then renamed, then confirmed here.
 */
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { ownFolder } from './own-folder.ts';

/** Others who can write to a shared output folder must not name files outside it. */
const name = z.string().refine((text) => path.basename(text) === text && text !== '.' && text !== '..');
const source = { source: name, bytes: z.number(), modifiedMs: z.number() };
/** Results of an earlier version of the file, which results of a later version may replace. */
const earlier = { outputs: z.array(name).readonly().default([]) };
const entrySchema = z.discriminatedUnion('state', [
  /** Results are complete as drafts and are being renamed. */
  z.object({
    ...source,
    state: z.literal('placing'),
    files: z.array(z.object({ draft: name, name, replaces: z.boolean() })),
  }),
  z.object({ ...source, state: z.literal('converted'), outputs: z.array(name).readonly() }),
  z.object({ ...source, ...earlier, state: z.literal('failed'), code: z.string() }),
  /** The result existed before, or the file already has the target format. */
  z.object({ ...source, ...earlier, state: z.literal('skipped') }),
]);

export type Entry = z.infer<typeof entrySchema>;

export type Journal = {
  /** The last entry of a file. */
  of(name: string): Entry | undefined;
  entries(): IterableIterator<Entry>;
  /** Appends an entry and waits until it is on the disk. */
  add(entry: Entry): Promise<void>;
  close(): Promise<void>;
};

/** Opens the journal and keeps one line per file. Invalid lines, such as one that a crash cut off, are ignored. @throws LinkedFolder */
export async function openJournal(file: string): Promise<Journal> {
  await ownFolder(path.dirname(file));
  const entries = new Map((await readEntries(file)).map((entry) => [entry.source, entry]));
  const compact = `${file}.new`;
  await rm(compact, { force: true });
  await writeFile(compact, [...entries.values()].map(lineOf).join(''), { flag: 'wx', flush: true });
  await rename(compact, file);
  const handle = await open(file, 'a');
  let last: Promise<unknown> = Promise.resolve();
  return {
    of: (name) => entries.get(name),
    entries: () => entries.values(),
    add(entry) {
      const write = last.then(async () => {
        await handle.appendFile(lineOf(entry));
        await handle.datasync();
        entries.set(entry.source, entry);
      });
      // The caller gets the error; later entries are still written.
      last = write.catch(() => undefined);
      return write;
    },
    async close() {
      await last;
      await handle.close();
    },
  };
}

async function readEntries(file: string): Promise<readonly Entry[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap(entryOf);
}

function entryOf(line: string): readonly Entry[] {
  try {
    const { data } = entrySchema.safeParse(JSON.parse(line));
    return data ? [data] : [];
  } catch {
    return []; // empty or cut off
  }
}

function lineOf(entry: Entry): string {
  return `${JSON.stringify(entry)}\n`;
}
