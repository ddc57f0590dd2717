import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { ConversionError } from '@bakkum/conversion/errors';
import { readEpub } from '@bakkum/document-epub/read';
import type { PlaywrightBrowser } from '../../browsers/playwright-browser.ts';

const run = promisify(execFile);

const MARGIN = '12mm';

export type Paper = 'A4' | 'Letter';

/**
 * Prints a web page or a book with Chromium itself, without scripts and network, and with our margins, so that lines can be
 * compared. Returns false for a book without pages.
 */
export async function printNatively(
  browser: PlaywrightBrowser,
  { file, from, paper }: { readonly file: string; readonly from: string; readonly paper: Paper },
  target: string,
): Promise<boolean> {
  const files = from === 'epub' ? await bookPages(file, target) : [await namedForBrowser(file, from, target)];
  if (files.length > 0) await printPages(browser, files, paper, target);
  return files.length > 0;
}

async function bookPages(file: string, target: string): Promise<readonly string[]> {
  const folder = `${target}.book`;
  await mkdir(folder, { recursive: true });
  await run('unzip', ['-qo', file, '-d', folder]);
  try {
    const { pages } = readEpub(new Uint8Array(await readFile(file)));
    return pages.map((page) => path.join(folder, page.path));
  } catch (thrown) {
    if (thrown instanceof ConversionError) return [];
    throw thrown;
  }
}

/** Browsers read a local file as what its extension says. */
async function namedForBrowser(file: string, from: string, target: string): Promise<string> {
  const named = `${target}.source.${from}`;
  await copyFile(file, named);
  return named;
}

async function printPages(browser: PlaywrightBrowser, files: readonly string[], format: Paper, target: string): Promise<void> {
  const tab = await browser.openTab();
  if (!('page' in tab)) throw new TypeError('Playwright opens pages of its own');
  const { page, close } = tab;
  const parts: string[] = [];
  try {
    await page.route(/^https?:/, (route) => route.abort());
    await (await page.context().newCDPSession(page)).send('Emulation.setScriptExecutionDisabled', { value: true });
    for (const [index, file] of files.entries()) {
      await page.goto(pathToFileURL(file).href, { waitUntil: 'load' });
      const part = `${target}.${index}.pdf`;
      const margin = { top: MARGIN, right: MARGIN, bottom: MARGIN, left: MARGIN };
      await writeFile(part, await page.pdf({ format, printBackground: true, margin }));
      parts.push(part);
    }
  } finally {
    await close();
  }
  if (parts.length === 1 && parts[0] !== undefined) await copyFile(parts[0], target);
  else await run('pdfunite', [...parts, target]);
}
