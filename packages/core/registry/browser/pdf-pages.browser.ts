/** Draws pages of PDF files in a worker that keeps the files open. */
import type { FormField } from '@bakkum/document-pdfium/form-fields';

export type { FormField } from '@bakkum/document-pdfium/form-fields';

export type PagesRequest =
  | { readonly id: number; readonly type: 'open'; readonly files: readonly Blob[]; readonly password: string }
  | { readonly id: number; readonly type: 'draw'; readonly index: number; readonly size: number }
  | { readonly id: number; readonly type: 'fields'; readonly index: number };

export type PagesResponse =
  | { readonly id: number; readonly type: 'opened'; readonly pageCount: number }
  | { readonly id: number; readonly type: 'drawn'; readonly image: ImageBitmap; readonly size: PageSize }
  | { readonly id: number; readonly type: 'fields'; readonly fields: readonly FormField[] }
  | { readonly id: number; readonly type: 'failed' };

/** Of a page as displayed, in points. */
export type PageSize = { readonly width: number; readonly height: number };

/** Pages of all files, numbered continuously. */
export type PdfPages = {
  readonly pageCount: number;
  /** Draws a page with its longer side of `size` pixels. The caller closes the image. `undefined` if the page cannot be drawn. */
  draw(index: number, size: number): Promise<{ readonly image: ImageBitmap; readonly size: PageSize } | undefined>;
  /** Returns the form fields of a page; none if it cannot be read. */
  fields(index: number): Promise<readonly FormField[]>;
  /** Ends the worker, also while it draws. */
  close(): void;
};

/** Opens files; `undefined` if one cannot be read or needs another password. */
export async function openPdfPages(files: readonly Blob[], password: string, signal: AbortSignal): Promise<PdfPages | undefined> {
  const worker = new Worker(new URL('./pdf-pages-worker.browser.ts', import.meta.url), { type: 'module', name: 'pdf-pages' });
  const ask = requestsTo(worker);
  const close = (): void => {
    worker.terminate();
    ask.end();
  };
  signal.addEventListener('abort', close);
  const opened = await ask.send((id) => ({ id, type: 'open', files, password }));
  signal.removeEventListener('abort', close);
  if (opened?.type !== 'opened' || signal.aborted) {
    close();
    return undefined;
  }
  return {
    pageCount: opened.pageCount,
    async draw(index, size) {
      const drawn = await ask.send((id) => ({ id, type: 'draw', index, size }));
      return drawn?.type === 'drawn' ? drawn : undefined;
    },
    async fields(index) {
      const answer = await ask.send((id) => ({ id, type: 'fields', index }));
      return answer?.type === 'fields' ? answer.fields : [];
    },
    close,
  };
}

type Requests = {
  send(request: (id: number) => PagesRequest): Promise<PagesResponse | undefined>;
  /** Answers every pending and later request with `undefined`. */
  end(): void;
};

/** Matches responses to requests by their number. */
function requestsTo(worker: Worker): Requests {
  const pending = new Map<number, (response: PagesResponse | undefined) => void>();
  let lastId = 0;
  let isEnded = false;
  const end = (): void => {
    isEnded = true;
    for (const settle of pending.values()) settle(undefined);
    pending.clear();
  };
  worker.addEventListener('message', ({ data }: MessageEvent<PagesResponse>) => {
    pending.get(data.id)?.(data);
    pending.delete(data.id);
  });
  // For example, the worker's code could not be loaded.
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    end();
  });
  return {
    send: (request) =>
      new Promise((resolve) => {
        if (isEnded) {
          resolve(undefined);
          return;
        }
        lastId += 1;
        pending.set(lastId, resolve);
        worker.postMessage(request(lastId));
      }),
    end,
  };
}
