import { lstat, mkdir } from 'node:fs/promises';

/** A folder for the state of a watch is a link, through which files elsewhere would be written, replaced or deleted. */
export class LinkedFolder extends Error {
  readonly folder: string;

  constructor(folder: string) {
    super(`${folder} is a link`);
    this.folder = folder;
  }
}

/** Creates a folder if it does not exist. Its parent must exist. @throws LinkedFolder */
export async function ownFolder(folder: string): Promise<void> {
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  if ((await lstat(folder)).isSymbolicLink()) throw new LinkedFolder(folder);
}
