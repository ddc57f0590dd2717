import type { MediaFacts } from '@bakkum/media-facts/facts';

export type FactsQuestion = { readonly id: number; readonly file: Blob };
export type FactsAnswer =
  | { readonly id: number; readonly state: 'reading' }
  | { readonly id: number; readonly state: 'read'; readonly facts: MediaFacts | undefined };

/** Milliseconds for reading one file, without loading the worker: a damaged file may send a reader into an endless loop. */
const PATIENCE_MS = 10_000;
/** Milliseconds the worker waits for further files of the same drop. */
const IDLE_MS = 5_000;

let worker: Worker | undefined;
let idle: ReturnType<typeof setTimeout> | undefined;
let lastId = 0;

/** Reads the facts of recordings, one file at a time, in a worker that ends when no more files come. */
export async function readInWorker(file: Blob): Promise<MediaFacts | undefined> {
  clearTimeout(idle);
  worker ??= new Worker(new URL('./media-facts-worker.ts', import.meta.url), { type: 'module', name: 'media-facts' });
  lastId += 1;
  const { answered, facts } = await ask(worker, { id: lastId, file });
  if (answered) idle = setTimeout(end, IDLE_MS);
  else end();
  return facts;
}

function end(): void {
  clearTimeout(idle);
  worker?.terminate();
  worker = undefined;
}

type Outcome = { readonly answered: boolean; readonly facts: MediaFacts | undefined };

function ask(reader: Worker, question: FactsQuestion): Promise<Outcome> {
  return new Promise((resolve) => {
    const stop = new AbortController();
    const finish = (outcome: Outcome): void => {
      clearTimeout(timer);
      stop.abort();
      resolve(outcome);
    };
    const giveUp = (): void => finish({ answered: false, facts: undefined });
    let timer: ReturnType<typeof setTimeout> | undefined;
    reader.addEventListener(
      'message',
      ({ data }: MessageEvent<FactsAnswer>) => {
        if (data.id !== question.id) return;
        if (data.state === 'reading') timer = setTimeout(giveUp, PATIENCE_MS);
        else finish({ answered: true, facts: data.facts });
      },
      { signal: stop.signal },
    );
    // For example when offline and never loaded: the row then shows what the browser knows.
    reader.addEventListener(
      'error',
      (event) => {
        event.preventDefault();
        giveUp();
      },
      { signal: stop.signal },
    );
    reader.postMessage(question);
  });
}
