/** A page that is being read. */
export type PageInProgress<Page> = {
  /** Whether the next page may be started before this one is finished: other workers read, and there is memory for two pages. */
  readonly canWait: boolean;
  finish(): Promise<Page>;
  /** Called instead of `finish` if the conversion ends before. */
  readonly abandon?: (() => void) | undefined;
};

/** Finishes pages in their order. Where possible, the next page is started first, so that no worker waits while a page is divided into lines. */
export async function* inOrder<Page>(started: AsyncIterable<PageInProgress<Page>>): AsyncGenerator<Page, void, void> {
  let waiting: PageInProgress<Page> | undefined;
  try {
    for await (const page of started) {
      const before = waiting;
      waiting = page;
      if (before) yield await before.finish();
      if (page.canWait) continue;
      waiting = undefined;
      yield await page.finish();
    }
    const last = waiting;
    waiting = undefined;
    if (last) yield await last.finish();
  } finally {
    waiting?.abandon?.();
  }
}
