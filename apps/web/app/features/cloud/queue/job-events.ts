import { MAX_WATCHED } from '@bakkum/api-contract/conversions/cloud-limits';
import type { JobView } from '@bakkum/api-contract/conversions/conversions';

/** Milliseconds after which a refused stream is requested again. */
const AGAIN_MS = 5000;

type Listening = { readonly onJob: (job: JobView) => void; readonly onGone: (jobId: string) => void };

/** Follows all given jobs over one stream of server-sent events. */
export function followJobs({ onJob, onGone }: Listening) {
  let source: EventSource | undefined;
  let watched: readonly string[] = [];
  let wanted: readonly string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const close = (): void => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
    watched = [];
  };
  const open = (): void => {
    close();
    watched = wanted.slice(0, MAX_WATCHED);
    if (watched.length === 0) return;
    const opened = new EventSource(`/api/v1/cloud/events?jobs=${watched.join()}`);
    source = opened;
    // Server and client are checked against the same schema.
    opened.addEventListener('job', ({ data }: MessageEvent<string>) => onJob(JSON.parse(data) as JobView));
    opened.addEventListener('gone', ({ data }: MessageEvent<string>) => onGone(data));
    opened.addEventListener('error', () => {
      // Browsers reconnect interrupted streams automatically; a closed one is opened again here.
      if (source !== opened || opened.readyState !== EventSource.CLOSED) return;
      watched = [];
      timer = setTimeout(open, AGAIN_MS);
    });
  };
  return {
    /** @param jobs ids of all jobs that may still change */
    follow(jobs: readonly string[]): void {
      wanted = jobs;
      if (jobs.length === 0) close();
      else if (jobs.slice(0, MAX_WATCHED).some((id) => !watched.includes(id))) {
        clearTimeout(timer);
        // Jobs ordered in quick succession share one stream.
        timer = setTimeout(open, 150);
      }
    },
    close,
  };
}
