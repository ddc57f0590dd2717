import { existsSync } from 'node:fs';

/** The browser that `*.browser.test.ts` run in; `undefined` where there is none, and such tests are skipped. */
export const BROWSER_PATH = [process.env.BAKKUM_BROWSER, process.env.CHROMIUM_PATH, '/usr/bin/chromium'].find(
  (candidate) => candidate !== undefined && existsSync(candidate),
);
