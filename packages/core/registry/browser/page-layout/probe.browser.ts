import { openFrame } from './frame.browser.ts';

/** Returns whether this browser lays out and measures a document in a frame of the page. False in workers. */
export async function laysOutPages(): Promise<boolean> {
  if (!('document' in globalThis)) return false;
  const { document, view, remove } = await openFrame();
  try {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync('p { width: 50px; }');
    document.adoptedStyleSheets = [sheet];
    const paragraph = document.createElement('p');
    paragraph.textContent = 'x';
    document.body.append(paragraph);
    const range = document.createRange();
    range.selectNodeContents(paragraph);
    return paragraph.getBoundingClientRect().width === 50 && range.getClientRects().length === 1;
  } finally {
    remove();
  }
}
