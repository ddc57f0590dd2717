import { MOST_WATCHED } from '@bakkum/api-contract/cloud-limits';
import type { JobView } from '@bakkum/api-contract/conversions';

/** A stream that was refused is asked for again after this. */
const AGAIN_MS = 5000;

type Listening = { readonly onJob: (job: JobView) => void; readonly onGone: (jobId: string) => void };

/** Follows jobs by server-sent events, all of them by one stream. */
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
    watched = wanted.slice(0, MOST_WATCHED);
    if (watched.length === 0) return;
    const opened = new EventSource(`/api/v1/cloud/events?jobs=${watched.join()}`);
    source = opened;
    // What the server says is as the contract has it: both sides are checked against the same schema.
    opened.addEventListener('job', ({ data }: MessageEvent<string>) => onJob(JSON.parse(data) as JobView));
    opened.addEventListener('gone', ({ data }: MessageEvent<string>) => onGone(data));
    opened.addEventListener('error', () => {
      // A broken line is mended by the browser itself; what is closed is asked for again.
      if (source !== opened || opened.readyState !== EventSource.CLOSED) return;
      watched = [];
      timer = setTimeout(open, AGAIN_MS);
    });
  };
  return {
    /** @param open all jobs that may still change */
    follow(jobs: readonly string[]): void {
      wanted = jobs;
      if (jobs.length === 0) close();
      else if (jobs.slice(0, MOST_WATCHED).some((id) => !watched.includes(id))) {
        clearTimeout(timer);
        // Several that are ordered together make one stream.
        timer = setTimeout(open, 150);
      }
    },
    close,
  };
}
