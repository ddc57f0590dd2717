export type SeenFile = { readonly name: string; readonly bytes: number; readonly modifiedMs: number };

/** Names of unfinished downloads, temporary files of office programs, and hidden files. */
const UNFINISHED = /^[.~]|\.(?:part|partial|crdownload|download|opdownload|tmp|temp|swp|aria2)$/i;

export function isIgnored(name: string): boolean {
  return UNFINISHED.test(name);
}

/**
 * Finds files that are no longer being written: their size and modification time have not changed since the previous check. Returns
 * each version once.
 */
export class Settling {
  #before = new Map<string, SeenFile>();
  readonly #returned = new Map<string, SeenFile>();

  /** @returns newly settled files, and whether another check is needed */
  look(files: readonly SeenFile[]): { readonly settled: readonly SeenFile[]; readonly isUnsettled: boolean } {
    const settled: SeenFile[] = [];
    let isUnsettled = false;
    for (const file of files) {
      if (isSame(this.#returned.get(file.name), file)) continue;
      if (isSame(this.#before.get(file.name), file)) {
        settled.push(file);
        this.#returned.set(file.name, file);
      } else isUnsettled = true;
    }
    this.#before = new Map(files.map((file) => [file.name, file]));
    for (const name of this.#returned.keys()) if (!this.#before.has(name)) this.#returned.delete(name);
    return { settled, isUnsettled };
  }
}

export function isSame(
  one: Pick<SeenFile, 'bytes' | 'modifiedMs'> | undefined,
  other: Pick<SeenFile, 'bytes' | 'modifiedMs'>,
): boolean {
  return one?.bytes === other.bytes && one.modifiedMs === other.modifiedMs;
}
