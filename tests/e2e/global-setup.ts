import type { TestProject } from 'vitest/node';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { serveBuiltSite } from '../built-site.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the running site, without a slash at the end: `http://127.0.0.1:41234`. */
    readonly baseUrl: string;
  }
}

/**
 * Serves the built site once for all journeys. Tests take its address from `inject('baseUrl')` and the browser's path from
 * the environment variable BAKKUM_BROWSER.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  process.env['BAKKUM_BROWSER'] ??= await findBrowser();
  const site = await serveBuiltSite({ TRUSTED_PROXIES: '1' });
  project.provide('baseUrl', site.baseUrl);
  return () => site.close();
}
