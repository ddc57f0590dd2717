/** Notifies subscribers of changes to their batches, whichever process works on them. */
import type { BatchView } from '@bakkum/api-contract/images/images';
import { z } from 'zod';
import type { Studio } from './studio.ts';
import { batchViews } from './views.ts';

/** Interval of the query for changes by other processes; one query serves all subscribers of this process. */
const LOOK_EVERY_MS = 300;
/** Delay after a change in this process, so that simultaneous changes share one query. */
const LOOK_AFTER_MS = 5;
/** Transactions do not commit in the order they start, so slightly older changes are queried again. */
const OVERLAP_MS = 10_000;

export type BatchListener = (batch: BatchView) => void;

export type Changes = {
  /** Sends every running batch first, then each change. Returns a function that unsubscribes. */
  subscribe(userId: string, listener: BatchListener): () => void;
  close(): void;
};

type Subscriber = { readonly userId: string; readonly listener: BatchListener; readonly told: Map<string, number> };

const changed = z.array(z.object({ id: z.string(), user_id: z.string(), revision: z.number() }));

export function watchChanges(studio: Studio): Changes {
  const subscribers = new Set<Subscriber>();
  const heard = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Timeout | undefined;
  let looking = false;
  // One query at a time: with two, the one that read earlier could report later.
  const look = async (wanted: (subscriber: Subscriber) => boolean): Promise<void> => {
    if (looking) return;
    looking = true;
    try {
      await tell(studio, [...subscribers].filter(wanted));
    } catch (error) {
      studio.onProblem({ event: 'image-changes', detail: error instanceof Error ? error.message : 'unknown' });
    } finally {
      looking = false;
    }
  };
  const lookAtAll = (): void => void look(() => true);
  const lookSoon = (): void => {
    soon ??= setTimeout(() => {
      soon = undefined;
      if (looking) return lookSoon();
      const people = new Set(heard);
      heard.clear();
      return void look(({ userId }) => people.has(userId));
    }, LOOK_AFTER_MS);
  };
  const hear = (userId: string): void => {
    if (subscribers.size === 0) return;
    heard.add(userId);
    lookSoon();
  };
  studio.onChange.add(hear);
  return {
    subscribe(userId, listener) {
      const subscriber = { userId, listener, told: new Map<string, number>() };
      subscribers.add(subscriber);
      timer ??= setInterval(lookAtAll, LOOK_EVERY_MS);
      lookAtAll();
      return () => {
        subscribers.delete(subscriber);
        if (subscribers.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    close() {
      studio.onChange.delete(hear);
      clearTimeout(soon);
      clearInterval(timer);
      subscribers.clear();
    },
  };
}

async function tell(studio: Studio, subscribers: readonly Subscriber[]): Promise<void> {
  if (subscribers.length === 0) return;
  const users = [...new Set(subscribers.map(({ userId }) => userId))];
  const rows = changed.parse(
    await studio.database.query(
      `select id, user_id, revision from studio.batches
       where user_id = any($1) and (ended_at is null or changed_at > clock_timestamp() - $2 * interval '1 millisecond')`,
      [users, OVERLAP_MS],
    ),
  );
  const news = subscribers.map((subscriber) => ({
    subscriber,
    ids: rows
      .filter(({ id, user_id: owner, revision }) => owner === subscriber.userId && (subscriber.told.get(id) ?? 0) < revision)
      .map(({ id }) => id),
  }));
  const wanted = [...new Set(news.flatMap(({ ids }) => ids))];
  const views = new Map(
    (await batchViews(studio, studio.database, 'where id = any($1)', [wanted])).map((view) => [view.id, view]),
  );
  const revisions = new Map(rows.map(({ id, revision }) => [id, revision]));
  for (const { subscriber, ids } of news) {
    for (const id of ids) {
      subscriber.told.set(id, revisions.get(id) ?? 0);
      const view = views.get(id);
      if (view) subscriber.listener(view);
    }
  }
}
