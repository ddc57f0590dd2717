import { inject } from 'vitest';
import { programsOf } from '../../scripts/browsers.mjs';
import type { BrowserName } from '../browsers/browser-tab.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The browser of this project. Default: Chromium. */
    readonly browser: BrowserName;
  }
}

/** The browser of this project of tests. */
export function browserInUse(): BrowserName {
  const name: BrowserName | undefined = inject('browser');
  return name ?? 'chromium';
}

/** Whether the browser of this project is installed. Where it is not, `*.browser.test.ts` are skipped. */
export const hasBrowser = (): boolean => programsOf(browserInUse()) !== undefined;

/** Chromium's program; `undefined` where there is none. */
export const BROWSER_PATH: string | undefined = programsOf('chromium')?.browser;
