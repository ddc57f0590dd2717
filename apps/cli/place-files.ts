/** Writes results so that other programs never see a partial file, and nothing is overwritten by accident. */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, lstat, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

export type PlacedFile = { readonly file: string; readonly blob: Blob };

/** Name prefix of unfinished files, which a killed process leaves behind. */
export const UNFINISHED = '.bakkum-unfinished-';

/** A file with this name exists, and may not be replaced. */
export class FileExists extends Error {
  readonly file: string;

  constructor(file: string) {
    super(`${file} exists`);
    this.file = file;
  }
}

/**
 * Writes all files, or none if one cannot be written. Each is written under another name in its folder, then renamed.
 * @param overwrite replaces existing files; a symbolic link is replaced, not followed
 * @throws FileExists; the system's error if the disk is full or the folder cannot be written
 */
export async function placeFiles(files: readonly PlacedFile[], overwrite: boolean): Promise<void> {
  const drafts: { readonly draft: string; readonly file: string }[] = [];
  const placed: string[] = [];
  try {
    if (!overwrite) for (const { file } of files) await refuseExisting(file);
    for (const { file, blob } of files) {
      const draft = path.join(path.dirname(file), `${UNFINISHED}${randomUUID()}`);
      drafts.push({ draft, file });
      await writeDraft(draft, blob);
    }
    for (const { draft, file } of drafts) {
      await (overwrite ? rename(draft, file) : linkNew(draft, file));
      placed.push(file);
    }
  } catch (error) {
    // Replaced files cannot be restored, so only new ones are removed.
    if (!overwrite) for (const file of placed) await rm(file, { force: true });
    throw error;
  } finally {
    for (const { draft } of drafts) await rm(draft, { force: true });
  }
}

async function refuseExisting(file: string): Promise<void> {
  if (await lstat(file).catch(() => undefined)) throw new FileExists(file);
}

/** Writes a new file and waits until it is on the disk. */
export async function writeDraft(draft: string, blob: Blob): Promise<void> {
  const handle = await open(draft, 'wx');
  try {
    await handle.writeFile(blob.stream());
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Gives a file a second name without replacing: a hard link fails if the name exists. File systems without links get an exclusive
 * copy. The caller deletes the draft.
 * @throws FileExists
 */
export async function linkNew(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new FileExists(file);
    if (!NO_LINKS.has(codeOf(error) ?? '')) throw error;
    await copyFile(draft, file, constants.COPYFILE_EXCL).catch((reason: unknown) => {
      throw codeOf(reason) === 'EEXIST' ? new FileExists(file) : reason;
    });
  }
}

const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV']);

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
