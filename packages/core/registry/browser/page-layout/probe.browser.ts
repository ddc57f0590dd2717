import { openFrame } from './frame.browser.ts';

/** Milliseconds after which a browser without an answer counts as one without frames. */
const TIME_LIMIT = 5000;

/** Returns whether this browser lays out and measures a document in a frame of the page. False in workers. */
export async function laysOutPages(): Promise<boolean> {
  if (!('document' in globalThis)) return false;
  const { document, body, view, remove } = await openFrame(AbortSignal.timeout(TIME_LIMIT));
  try {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync('p { width: 50px; }');
    document.adoptedStyleSheets = [sheet];
    const paragraph = document.createElement('p');
    paragraph.textContent = 'x';
    body.append(paragraph);
    const range = document.createRange();
    range.selectNodeContents(paragraph);
    return paragraph.getBoundingClientRect().width === 50 && range.getClientRects().length === 1;
  } finally {
    remove();
  }
}
