/**
 * Measures what a first visit transfers, in a real browser against the built site: scripts, styles, fonts, the page itself,
 * and separately what the service worker adds when the page is idle. Fails over the budget of scripts.
 * Usage: node scripts/measure-page-weight.mjs [path …]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { findBrowser } from './find-browser.mjs';

const SCRIPT_BUDGET_BYTES = 130_000;
const PATHS = process.argv.length > 2 ? process.argv.slice(2) : ['/', '/converter', '/ko', '/ko/converter'];
const root = path.resolve(import.meta.dirname, '..');

const server = spawn(process.execPath, [path.join(root, 'apps/server/main.ts')], {
  env: { ...process.env, NODE_ENV: 'production', PORT: '0', HOST: '127.0.0.1' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [line] = await once(server.stdout, 'data');
const base = /http:\/\/[\w.]+:\d+/.exec(String(line))[0];
const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox', '--disable-gpu'] });
try {
  let over = false;
  console.log(['path', 'document', 'script', 'stylesheet', 'font', 'other', 'later, offline'].join('\t'));
  for (const address of PATHS) {
    const { page, later } = await weigh(base + address);
    over ||= (page.script ?? 0) > SCRIPT_BUDGET_BYTES;
    console.log(
      [address, page.document, page.script, page.stylesheet, page.font, page.other, later].map((cell) => cell ?? 0).join('\t'),
    );
  }
  if (over) console.error(`scripts weigh more than ${SCRIPT_BUDGET_BYTES} bytes`);
  process.exitCode = over ? 1 : 0;
} finally {
  await browser.close();
  server.kill('SIGTERM');
}

/** Bytes on the wire by kind, headers included. */
async function weigh(url) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const byKind = {};
  let later = 0;
  const sizes = [];
  context.on('requestfinished', (request) => {
    sizes.push(
      request.sizes().then(({ responseBodySize, responseHeadersSize }) => {
        const bytes = request.serviceWorker() ? 0 : responseBodySize + responseHeadersSize;
        const kind = ['document', 'script', 'stylesheet', 'font'].includes(request.resourceType())
          ? request.resourceType()
          : 'other';
        if (request.serviceWorker()) later += responseBodySize;
        byKind[kind] = (byKind[kind] ?? 0) + bytes;
      }),
    );
  });
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForSelector('html[data-offline]', { state: 'attached', timeout: 20_000 });
  await Promise.all(sizes);
  await context.close();
  return { page: byKind, later };
}
