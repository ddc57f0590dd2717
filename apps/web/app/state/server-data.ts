import { QueryClient, type QueryKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/** The answer to a question: a body, or why there is none. */
type Answer<Body, Fault> = { readonly ok: true; readonly body: Body } | Refusal<Fault>;
/** The two APIs of the server use different names for the reason. */
type Refusal<Fault> = { readonly ok: false; readonly failure: Fault } | { readonly ok: false; readonly fault: Fault };

/** The last answer. A body outlives later failures. */
export type Known<Body, Fault> = { readonly body?: Body; readonly fault?: Fault };

export type ServerData<Body, Fault> = {
  /** Undefined until a request has succeeded. */
  readonly body: Body | undefined;
  /** Why the last request failed. */
  readonly fault: Fault | undefined;
  /** When the last request was answered or failed, in milliseconds since 1970; 0 before. */
  readonly readAt: number;
  readonly isReading: boolean;
  readonly read: () => Promise<void>;
  /** Changes the known body without a request. */
  readonly change: (update: (body: Body) => Body) => void;
};

type Question<Body, Fault> = {
  /** The query with all parameters. Components with the same key share a request. */
  readonly key: QueryKey;
  readonly ask: () => Promise<Answer<Body, Fault>>;
  /** Asks only while this is true. Default true. */
  readonly isEnabled?: boolean;
  /** Body to begin with, without a request. */
  readonly first?: Body;
  /** Milliseconds until the next request, if there is one. None is sent while the page is hidden. */
  readonly pollMs?: number | ((known: Known<Body, Fault>, answers: number) => number | undefined);
  /** Also polls while the page is hidden. */
  readonly pollsHidden?: boolean;
  /** Also asks when the page becomes visible. */
  readonly asksWhenShown?: boolean;
};

/** The browser has one client. The server, which renders for many visitors, makes one for each component. */
const browserClient = typeof document === 'undefined' ? undefined : new QueryClient();

/**
 * Returns data of the server, requested on mount and forgotten on unmount, so that it never outlives a session. Requests are not
 * repeated after a failure, and a lost connection is a failure like others (docs/decisions/051-client-server-state.md).
 */
export function useServerData<Body, Fault>(question: Question<Body, Fault>): ServerData<Body, Fault> {
  const { key, ask, isEnabled = true, first, pollMs, pollsHidden = false, asksWhenShown = false } = question;
  const [client] = useState(() => browserClient ?? new QueryClient());
  const known = (): Known<Body, Fault> => client.getQueryData<Known<Body, Fault>>(key) ?? {};
  const { data, dataUpdatedAt, isFetching, refetch } = useQuery<Known<Body, Fault>>(
    {
      queryKey: key,
      // A failure is a value, so that it stays on screen, with the last body, until the next answer.
      queryFn: async () => withAnswer(known(), await ask()),
      enabled: isEnabled,
      gcTime: 0,
      retry: false,
      // Expected failures are values, so an error is a defect.
      throwOnError: true,
      networkMode: 'always',
      structuralSharing: false,
      refetchOnReconnect: false,
      refetchOnWindowFocus: asksWhenShown ? 'always' : false,
      refetchIntervalInBackground: pollsHidden,
      refetchInterval: ({ state }) =>
        (typeof pollMs === 'function' ? pollMs(state.data ?? {}, state.dataUpdateCount) : pollMs) ?? false,
      ...(first !== undefined && { initialData: { body: first }, refetchOnMount: false }),
    },
    client,
  );
  return {
    body: data?.body,
    fault: data?.fault,
    readAt: dataUpdatedAt,
    isReading: isFetching,
    read: async () => void (await refetch()),
    change: (update) =>
      client.setQueryData<Known<Body, Fault>>(key, (last) => (last?.body === undefined ? last : { body: update(last.body) })),
  };
}

/** Requests the data of mounted components again. @param key or its beginning */
export async function readAgain(key: QueryKey): Promise<void> {
  await browserClient?.invalidateQueries({ queryKey: key });
}

function withAnswer<Body, Fault>(last: Known<Body, Fault>, answer: Answer<Body, Fault>): Known<Body, Fault> {
  if (answer.ok) return { body: answer.body };
  const fault = 'failure' in answer ? answer.failure : answer.fault;
  return { ...(last.body !== undefined && { body: last.body }), fault };
}
