export type LinkQuestion = { readonly address: string; readonly mostBytes: number };

/**
 * Why there is no file: the other site does not let pages of others read it or cannot be reached (a browser tells nobody which),
 * it has none there, or it is over the limit.
 */
export type LinkFault = 'refused' | 'no-file' | 'too-large' | 'offline';

/** Bytes so far, and of all where the site told. */
export type LinkProgress = { readonly loaded: number; readonly total?: number };

export type LinkAnswer =
  | ({ readonly type: 'progress' } & LinkProgress)
  | { readonly type: 'done'; readonly file: File }
  | { readonly type: 'failed'; readonly reason: LinkFault };

type Fetched = { readonly file: File } | { readonly fault: LinkFault };

/** Fetches a file straight from another site, in a worker that may; ends it when the signal says so, and then never answers. */
export function fetchLinked(
  question: LinkQuestion,
  onProgress: (progress: LinkProgress) => void,
  signal: AbortSignal,
): Promise<Fetched> {
  if (!navigator.onLine) return Promise.resolve({ fault: 'offline' });
  const worker = new Worker(new URL('./link-worker.ts', import.meta.url), { type: 'module', name: 'link' });
  signal.addEventListener('abort', () => worker.terminate(), { once: true });
  return new Promise((resolve) => {
    const end = (fetched: Fetched): void => {
      worker.terminate();
      resolve(fetched);
    };
    worker.addEventListener('message', ({ data }: MessageEvent<LinkAnswer>) => {
      if (data.type === 'progress') onProgress(data);
      else end(data.type === 'done' ? { file: data.file } : { fault: data.reason });
    });
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      end({ fault: 'offline' }); // its own script did not come
    });
    worker.postMessage(question);
  });
}
