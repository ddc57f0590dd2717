export type LinkQuestion = { readonly address: string; readonly mostBytes: number };

/**
 * Why there is no file: the other site does not allow other sites to read it or is unreachable (browsers do not say which), it
 * has no such file, or the file is over the limit.
 */
export type LinkFault = 'refused' | 'no-file' | 'too-large' | 'offline';

/** Bytes so far, and in total if the site reports it. */
export type LinkProgress = { readonly loaded: number; readonly total?: number };

export type LinkAnswer =
  | ({ readonly type: 'progress' } & LinkProgress)
  | { readonly type: 'done'; readonly file: File }
  | { readonly type: 'failed'; readonly reason: LinkFault };

type Fetched = { readonly file: File } | { readonly fault: LinkFault };

/** Downloads a file directly from another site in the worker that may. Aborting the signal ends it without an answer. */
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
      end({ fault: 'offline' }); // the worker's script failed to load
    });
    worker.postMessage(question);
  });
}
