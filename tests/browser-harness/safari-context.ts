import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext } from 'playwright-core';

const SCRIPT = path.join(import.meta.dirname, 'safari-mask.mjs');
/** Address of the script for workers. */
const ADDRESS = '/safari-mask.js';
/** Entry scripts of workers, by their file names. The service worker stays as it is: it is no module. */
const WORKER_SCRIPT = /\/assets\/[^/]*worker[^/]*\.js$/;

/**
 * Makes the pages and workers of a context lack what Safari lacks. An init script does not reach workers, so their scripts import it
 * first.
 */
export async function maskAsSafari(context: BrowserContext): Promise<void> {
  await context.addInitScript({ path: SCRIPT });
  const body = await readFile(SCRIPT, 'utf8');
  await context.route(
    (url) => url.pathname === ADDRESS,
    (route) => route.fulfill({ contentType: 'text/javascript', body }),
  );
  await context.route(
    (url) => WORKER_SCRIPT.test(url.pathname),
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `import '${ADDRESS}';\n${await response.text()}` });
    },
  );
}
