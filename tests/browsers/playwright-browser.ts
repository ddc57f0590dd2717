import path from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserServer,
  chromium,
  firefox,
  type JSHandle,
  type LaunchOptions,
} from 'playwright-core';
import { programsOf } from '../../scripts/browsers.mjs';
import type { BrowserName, LaunchedBrowser, PlaywrightTab } from './browser-tab.ts';

export type PlaywrightName = Exclude<BrowserName, 'webkit'>;

const FIREFOX_LAUNCHER = path.join(import.meta.dirname, 'firefox-launcher.mjs');

type Launch = Pick<LaunchOptions, 'args' | 'handleSIGINT' | 'handleSIGTERM'>;

/** Options that start the installed browser of this name. `args` are Chromium's. */
function optionsOf(name: PlaywrightName, { args = [], ...launch }: Launch): LaunchOptions {
  const { browser } = programsOf(name) ?? {};
  if (name === 'chromium') return { ...launch, args, ...(browser === undefined ? {} : { executablePath: browser }) };
  if (browser === undefined) throw new Error(`${name} is not installed`);
  return {
    ...launch,
    channel: 'moz-firefox',
    executablePath: FIREFOX_LAUNCHER,
    env: { ...definedOnly(process.env), FIREFOX_PATH: browser },
  };
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

export const playwrightType = (name: PlaywrightName) => (name === 'firefox' ? firefox : chromium);

/** Starts a browser that other processes connect to. */
export function launchPlaywrightServer(name: PlaywrightName, launch: Launch): Promise<BrowserServer> {
  return playwrightType(name).launchServer({ ...optionsOf(name, launch), host: '127.0.0.1' });
}

export type PlaywrightBrowser = LaunchedBrowser & { openTab(): Promise<PlaywrightTab> };

/**
 * Starts Chromium or Firefox.
 * @param prepare gives each new context what its pages need before they load
 */
export async function launchPlaywright(
  name: PlaywrightName,
  launch: Launch = {},
  prepare: (context: BrowserContext) => Promise<void> = async () => undefined,
): Promise<PlaywrightBrowser> {
  const browser: Browser = await playwrightType(name).launch(optionsOf(name, launch));
  return {
    name,
    async openTab() {
      const context = await browser.newContext();
      await prepare(context);
      return tabIn(context);
    },
    close: () => browser.close(),
  };
}

/** Opens a page in a context of Playwright, which ends with the page. */
export async function tabIn(context: BrowserContext): Promise<PlaywrightTab> {
  const page = await context.newPage();
  const died = new Promise<never>((_, reject) => {
    page.on('crash', () => reject(new Error('the page crashed')));
  });
  died.catch(() => undefined); // callers that wait for the page receive the error
  return {
    page,
    died,
    async goto(address) {
      await page.goto(address);
    },
    evaluate: (work, given) => page.evaluate(work as never, given) as never,
    chooseFiles: (selector, files) => page.setInputFiles(selector, [...files]),
    async click(find, given) {
      const handle: JSHandle = await page.evaluateHandle(find as never, given);
      const element = handle.asElement();
      if (!element) throw new Error('there is nothing to click');
      await element.click();
    },
    type: (text) => page.keyboard.type(text),
    close: () => context.close(),
  };
}
