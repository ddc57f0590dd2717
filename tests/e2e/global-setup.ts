import type { TestProject } from 'vitest/node';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { launchPlaywrightServer } from '../browsers/playwright-browser.ts';
import { serveBuiltSite } from '../built-site.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the running site, without a slash at the end: `http://127.0.0.1:41234`. */
    readonly baseUrl: string;
    /** Of a journey that is done once a language: those that this project goes through. */
    readonly languages: readonly ('en' | 'ko')[];
    /** Where the browser of this run listens (WebSocket). */
    readonly browserEndpoint: string;
  }
}

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
];

/** Serves the built site and starts a browser, once for all journeys. A file of journeys starts WebKit itself. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  process.env['BAKKUM_BROWSER'] ??= await findBrowser();
  const name = project.config.provide?.browser ?? 'chromium';
  const [site, browser] = await Promise.all([
    serveBuiltSite({ TRUSTED_PROXIES: '1' }),
    name === 'webkit' ? undefined : launchPlaywrightServer(name, { args: FLAGS }),
  ]);
  project.provide('baseUrl', site.baseUrl);
  if (browser) project.provide('browserEndpoint', browser.wsEndpoint());
  return async () => {
    await browser?.close();
    await site.close();
  };
}
