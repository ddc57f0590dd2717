import { homedir } from 'node:os';
import path from 'node:path';

type Machine = {
  readonly environment: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly home: string;
};

const THIS_MACHINE: Machine = { environment: process.env, platform: process.platform, home: homedir() };

/** Folder for downloaded engine files: `BAKKUM_CACHE`, or `bakkum` in the system's cache folder. */
export function cacheFolder({ environment, platform, home }: Machine = THIS_MACHINE): string {
  const { BAKKUM_CACHE, LOCALAPPDATA, XDG_CACHE_HOME } = environment;
  if (BAKKUM_CACHE) return path.resolve(BAKKUM_CACHE);
  if (platform === 'win32') return path.join(LOCALAPPDATA || path.join(home, 'AppData', 'Local'), 'bakkum', 'Cache');
  if (platform === 'darwin') return path.join(home, 'Library', 'Caches', 'bakkum');
  // The XDG specification ignores relative paths.
  const caches = XDG_CACHE_HOME && path.isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : path.join(home, '.cache');
  return path.join(caches, 'bakkum');
}

/** Script of the npm that started this process (npx, an npm script), if any. */
export function startingProgram(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  return environment['npm_execpath'];
}

/** Whether download messages are hidden: `BAKKUM_QUIET`, which `--quiet` sets. */
export function isQuiet(environment: NodeJS.ProcessEnv = process.env): boolean {
  return Boolean(environment['BAKKUM_QUIET']);
}
