/**
 * A frame of the page in which the browser lays out documents of others. Three things keep these harmless: the engine removes scripts,
 * forms and addresses; the sandbox runs no scripts, even those of attributes; and the policy loads nothing but images from memory.
 */
export type LayoutFrame = {
  readonly view: Window & typeof globalThis;
  readonly document: Document;
  resize(width: number, height: number): void;
  /** Empties the document for the next one. */
  clear(): void;
  remove(): void;
};

const EMPTY =
  "<!doctype html><html><head><meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src blob:; base-uri 'none'; form-action 'none'\">" +
  '</head><body></body></html>';

export async function openFrame(): Promise<LayoutFrame> {
  const element = document.createElement('iframe');
  element.setAttribute('sandbox', 'allow-same-origin');
  element.setAttribute('aria-hidden', 'true');
  element.tabIndex = -1;
  element.inert = true;
  Object.assign(element.style, {
    position: 'fixed',
    left: '-100000px',
    top: '0',
    border: '0',
    visibility: 'hidden',
    width: '800px',
    height: '1000px',
  });
  element.srcdoc = EMPTY;
  const loaded = new Promise((resolve) => element.addEventListener('load', resolve, { once: true }));
  document.body.append(element);
  await loaded;
  const { contentDocument, contentWindow } = element;
  if (!contentDocument || !contentWindow) throw new Error('a frame without a document');
  const view = contentWindow as Window & typeof globalThis;
  return {
    view,
    document: contentDocument,
    resize(width, height) {
      element.style.width = `${width}px`;
      element.style.height = `${height}px`;
    },
    clear() {
      contentDocument.adoptedStyleSheets = [];
      contentDocument.body.replaceChildren();
      for (const each of [contentDocument.documentElement, contentDocument.body])
        for (const { name } of [...each.attributes]) each.removeAttribute(name);
    },
    remove: () => element.remove(),
  };
}
