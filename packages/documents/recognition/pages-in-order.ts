/** A page that is being read. */
export type PageInProgress<Page> = {
  /** Whether the next page may be started before this one is finished: other workers read, and there is memory for two pages. */
  readonly canWait: boolean;
  finish(): Promise<Page>;
};

/** Finishes pages in their order. Where possible, the next page is started first, so that no worker waits while a page is divided into lines. */
export async function* inOrder<Page>(started: AsyncIterable<PageInProgress<Page>>): AsyncGenerator<Page, void, void> {
  let waiting: PageInProgress<Page> | undefined;
  for await (const page of started) {
    if (waiting) yield await waiting.finish();
    waiting = page.canWait ? page : undefined;
    if (!page.canWait) yield await page.finish();
  }
  if (waiting) yield await waiting.finish();
}
