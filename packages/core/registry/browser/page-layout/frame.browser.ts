/**
 * A frame of the page in which the browser lays out documents of others. Three things keep these harmless: the engine removes scripts,
 * forms and addresses; the sandbox runs no scripts, even those of attributes; and the policy loads nothing but images from memory.
 */
export type LayoutFrame = {
  readonly view: Window & typeof globalThis;
  readonly document: Document;
  /** Elements of the document, which images named like them would hide. */
  readonly root: HTMLElement;
  readonly body: HTMLElement;
  resize(width: number, height: number): void;
  /** Empties the document for the next one. */
  clear(): void;
  remove(): void;
};

const EMPTY =
  "<!doctype html><html><head><meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src blob:; base-uri 'none'; form-action 'none'\">" +
  '</head><body></body></html>';

/** @param signal removes a frame that does not open. Errors: the reason of the signal. */
export async function openFrame(signal: AbortSignal): Promise<LayoutFrame> {
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
  const { contentDocument, contentWindow } = await loaded(element, signal);
  if (!contentDocument || !contentWindow) {
    element.remove();
    throw new Error('a frame without a document');
  }
  const { documentElement: root, body } = contentDocument;
  const view = contentWindow as Window & typeof globalThis;
  return {
    view,
    document: contentDocument,
    root,
    body,
    resize(width, height) {
      element.style.width = `${width}px`;
      element.style.height = `${height}px`;
    },
    clear() {
      contentDocument.adoptedStyleSheets = [];
      body.replaceChildren();
      for (const each of [root, body]) for (const { name } of [...each.attributes]) each.removeAttribute(name);
    },
    remove: () => element.remove(),
  };
}

/** An extension may remove the frame before it has loaded, and then no event tells. */
function loaded(element: HTMLIFrameElement, signal: AbortSignal): Promise<HTMLIFrameElement> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      element.remove();
      reject(signal.reason);
    };
    if (signal.aborted) return giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    const finish = (): void => {
      signal.removeEventListener('abort', giveUp);
      resolve(element);
    };
    element.addEventListener('load', finish, { once: true });
    document.body.append(element);
  });
}
