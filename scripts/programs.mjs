import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** Returns the first of these commands that can be run: an absolute path, or a name looked up in PATH. */
export function findProgram(commands) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const places = (command) => (path.isAbsolute(command) ? [command] : folders.map((folder) => path.join(folder, command)));
  return commands.flatMap(places).find(isProgram);
}

export function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
