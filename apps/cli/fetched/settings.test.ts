import path from 'node:path';
import { expect, test } from 'vitest';
import { cacheFolder } from './settings.ts';

const home = path.resolve('/home/ann');

test.each([
  ['BAKKUM_CACHE first', { BAKKUM_CACHE: '/data/engines', XDG_CACHE_HOME: '/xdg' }, 'linux', path.resolve('/data/engines')],
  ['XDG_CACHE_HOME on Linux', { XDG_CACHE_HOME: '/xdg' }, 'linux', path.join('/xdg', 'bakkum')],
  ['.cache where XDG_CACHE_HOME is relative', { XDG_CACHE_HOME: 'xdg' }, 'linux', path.join(home, '.cache', 'bakkum')],
  ['Library/Caches on macOS', {}, 'darwin', path.join(home, 'Library', 'Caches', 'bakkum')],
  ['LOCALAPPDATA on Windows', { LOCALAPPDATA: '/local' }, 'win32', path.join('/local', 'bakkum', 'Cache')],
] as const)('uses %s', (_, environment, platform, folder) => {
  expect(cacheFolder({ environment, platform, home })).toBe(folder);
});
