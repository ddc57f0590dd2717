import type { Page } from 'playwright-core';

export type BrowserName = 'chromium' | 'firefox' | 'webkit';

/** A function for the page, as source text: it may use nothing but its argument, which is JSON, as is the result. */
export type InPage<Given, Result> = (given: Given) => Result | Promise<Result>;

/** One page of a browser, in a separate profile. */
export type BrowserTab = {
  goto(address: string): Promise<void>;
  evaluate<Given, Result>(work: InPage<Given, Result>, given: Given): Promise<Result>;
  /** Chooses files in an `input`, as a person does in the dialog of the browser. */
  chooseFiles(selector: string, files: readonly string[]): Promise<void>;
  /** Clicks, as a person does, the element that a function finds in the page. */
  click<Given>(find: (given: Given) => Element | null | undefined, given: Given): Promise<void>;
  /** Types into the element that has the focus. */
  type(text: string): Promise<void>;
  /** Rejects when the page or its browser has crashed. */
  readonly died: Promise<never>;
  close(): Promise<void>;
};

/** A page that Playwright drives. WebKitGTK's is none. */
export type PlaywrightTab = BrowserTab & { readonly page: Page };

export type LaunchedBrowser = {
  readonly name: BrowserName;
  openTab(): Promise<BrowserTab | PlaywrightTab>;
  close(): Promise<void>;
};

const POLL_MS = 100;

/** Waits until a function answers true in the page. A test's own time limit ends a wait in vain. */
export async function until<Given>(tab: BrowserTab, isTrue: InPage<Given, boolean>, given: Given): Promise<void> {
  while (!(await tab.evaluate(isTrue, given))) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}
