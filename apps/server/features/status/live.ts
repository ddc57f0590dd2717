import type { Rating } from '@bakkum/api-contract/ratings';
import { ranksAlike } from '@bakkum/registry/offered-pairs';
import type { Live } from '@bakkum/site/live';
import { createWatch } from '@bakkum/status/watch';
import type { Log } from '../../observability/log.ts';
import type { Services } from '../../services.ts';
import { openProbes, type RequestPage } from './probes.ts';

/** Refresh interval of popular pairs and ratings, in milliseconds. */
const REFRESH_MS = 5 * 60_000;
/** Delay of the first status check, so that pages can load first after startup, in milliseconds. */
const FIRST_ROUND_MS = 5000;
/** Pages that show ratings. */
const WITH_RATINGS = /^\/(articles|resources)\//;

export type LiveParts = Pick<Services, 'analytics' | 'ratings'>;

/** Starts status checks and refreshes the live data that pages show. */
export function startLive(
  services: Services,
  log: Log,
  requestPage: RequestPage,
): { readonly live: Omit<Live, 'apiDocument'>; readonly stop: () => Promise<void> } {
  const { probes, close } = openProbes(services, requestPage);
  const watch = createWatch({
    sql: services.database,
    probes,
    now: services.clock.now,
    onProblem: (problem) => log.error('service-failed', problem),
  });
  const popularity = createPopularity(services, log);
  watch.start(FIRST_ROUND_MS);
  popularity.start();
  return {
    live: { status: watch.board, ...popularity.shown },
    stop: async () => {
      await Promise.all([watch.stop(), popularity.stop()]);
      close();
    },
  };
}

type Popularity = {
  readonly shown: Omit<Live, 'status' | 'apiDocument'>;
  /** Reads the data again. Never rejects: without a database, pages show the last known data. */
  refresh(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
};

export function createPopularity({ analytics, ratings }: LiveParts, log: Log): Popularity {
  let popular: readonly string[] = [];
  let rated: ReadonlyMap<string, Rating> = new Map();
  let [popularEdition, ratingsEdition] = [0, 0];
  let timer: ReturnType<typeof setInterval> | undefined;
  let running = Promise.resolve();

  async function refresh(): Promise<void> {
    try {
      const [pairs, votes] = await Promise.all([analytics.popularPairs(), ratings.all()]);
      if (!ranksAlike(pairs, popular)) {
        popular = pairs;
        popularEdition += 1;
      }
      if (JSON.stringify([...votes]) !== JSON.stringify([...rated])) {
        rated = votes;
        ratingsEdition += 1;
      }
    } catch (error) {
      log.error('figures-not-read', { error: error instanceof Error ? error.message : String(error) });
    }
  }
  return {
    refresh,
    shown: {
      popularPairs: () => popular,
      ratings: () => rated,
      edition: (path) => (WITH_RATINGS.test(path) ? `${popularEdition}.${ratingsEdition}` : String(popularEdition)),
    },
    start() {
      running = refresh();
      timer = setInterval(() => {
        running = refresh();
      }, REFRESH_MS);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
