export type SeenFile = { readonly name: string; readonly bytes: number; readonly modifiedMs: number };

/** Names of unfinished downloads and of temporary files of office programs. Hidden files are left out as well. */
const UNFINISHED = /^[.~]|\.(?:part|partial|crdownload|download|opdownload|tmp|temp|swp|aria2)$/i;

export function isIgnored(name: string): boolean {
  return UNFINISHED.test(name);
}

/**
 * Finds files that nobody writes to anymore: their size and time are the same as at the previous look, and each version is returned
 * once.
 */
export class Settling {
  #before = new Map<string, SeenFile>();
  readonly #returned = new Map<string, SeenFile>();

  /** @returns new settled files, and whether another look is needed */
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
