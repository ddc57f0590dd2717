import { lstat, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ToolError } from './tool-error.ts';

/** Limits a client to folders. Paths are compared after symbolic links and `..` are resolved. */
export type AllowedFolders = {
  /** Resolved paths, as shown to clients. */
  readonly folders: readonly string[];
  /** Resolves an existing file. @throws ToolError */
  file(given: string): Promise<string>;
  /**
   * Resolves where a file will be written: its folder exists, the file may not.
   * @param given path of the file, or an existing folder
   * @param name name in that folder
   * @throws ToolError
   */
  destination(given: string, name: string): Promise<string>;
};

const MAX_PATH_LENGTH = 4096;

/** @param given existing folders. Relative paths of clients are relative to the first. @throws if one does not exist */
export async function allowFolders(given: readonly [string, ...string[]]): Promise<AllowedFolders> {
  const [first, ...rest] = given;
  const folders = [await realpath(first), ...(await Promise.all(rest.map((folder) => realpath(folder))))] as const;
  const isInside = (file: string): boolean => folders.some((folder) => isWithin(folder, file));
  const absolute = (text: string): string => {
    const file = path.resolve(folders[0], pathOf(text));
    if (isElsewhere(folders, file)) throw new ToolError('outside-allowed-folders', file);
    return file;
  };
  const resolved = async (file: string): Promise<string> => {
    const real = await realpath(file).catch(() => undefined);
    // Paths outside get the same error, whether or not a file exists there.
    if (real === undefined) throw new ToolError(isInside(file) ? 'not-found' : 'outside-allowed-folders', file);
    if (!isInside(real)) throw new ToolError('outside-allowed-folders', file);
    return real;
  };
  const resolvedFolder = async (file: string): Promise<string | undefined> => {
    const real = await realpath(file).catch(() => undefined);
    if (real === undefined) return undefined;
    if (!isInside(real)) throw new ToolError('outside-allowed-folders', file);
    return (await stat(real)).isDirectory() ? real : undefined;
  };
  return {
    folders,
    async file(text) {
      const real = await resolved(absolute(text));
      if (!(await stat(real)).isFile()) throw new ToolError('not-a-file', real);
      return real;
    },
    async destination(text, name) {
      const wanted = absolute(text);
      const asFolder = await resolvedFolder(wanted);
      const folder = asFolder ?? (await resolved(path.dirname(wanted)));
      const file = path.join(folder, asFolder === undefined ? path.basename(wanted) : name);
      if ((await lstat(file).catch(() => undefined))?.isDirectory()) throw new ToolError('not-a-file', file);
      return file;
    },
  };
}

/** Whether `file` is the folder or below it. Both are absolute. */
function isWithin(folder: string, file: string): boolean {
  const between = path.relative(folder, file);
  return between === '' || (between !== '..' && !between.startsWith(`..${path.sep}`) && !path.isAbsolute(between));
}

/**
 * Returns whether a path is on a network share that contains none of the folders. Such paths are refused without a look at the file,
 * because Windows would sign in to the other computer.
 */
export function isElsewhere(folders: readonly string[], file: string, { parse } = path): boolean {
  const rootOf = (one: string): string => parse(one).root.toLowerCase();
  const root = rootOf(file);
  return /^(\\\\|\/\/)/.test(root) && !folders.some((folder) => rootOf(folder) === root);
}

/** Accepts a path or a `file:` URL, as resources name results. */
function pathOf(text: string): string {
  if (text === '' || text.length > MAX_PATH_LENGTH || text.includes('\0'))
    throw new ToolError('invalid-path', 'length or characters');
  if (!/^file:/i.test(text)) return text;
  try {
    return fileURLToPath(text);
  } catch (error) {
    throw new ToolError('invalid-path', error instanceof Error ? error.message : String(error));
  }
}
