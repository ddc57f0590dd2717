/** Requests that can be tried from the page; all are read-only. */
export const TRIALS = ['formats', 'pair', 'jobs', 'account'] as const;
export type Trial = (typeof TRIALS)[number];

export type Wish = { readonly trial: Trial; readonly key: string; readonly from: string; readonly to: string };

export type Outcome = {
  readonly status: number;
  /** Milliseconds until the whole answer arrived. */
  readonly milliseconds: number;
  /** JSON is indented. */
  readonly text: string;
  /** True when `text` holds only the beginning of the answer. */
  readonly cut: boolean;
  readonly limit: string | null;
  readonly remaining: string | null;
};

/** Maximum characters of an answer that are shown; the list of formats is long. */
const MAX_SHOWN_CHARACTERS = 20_000;
const KEY = /^bkm_[a-z0-9]{10}_[A-Za-z0-9_-]{43}$/;

export function needsKey(trial: Trial): boolean {
  return trial === 'jobs' || trial === 'account';
}

export function looksLikeKey(text: string): boolean {
  return KEY.test(text.trim());
}

/** Returns the path of a request on this server. */
export function pathOf({ trial, from, to }: Omit<Wish, 'key'>): string {
  switch (trial) {
    case 'formats':
      return '/api/v1/formats';
    case 'pair':
      return `/api/v1/formats/${encodeURIComponent(from.trim())}/${encodeURIComponent(to.trim())}`;
    case 'jobs':
      return '/api/v1/jobs?limit=5';
    case 'account':
      return '/api/v1/account';
  }
}

/**
 * Sends the request like an API client: with the key alone, without the cookies of this browser. Undefined when there is no
 * answer.
 */
export async function send(wish: Wish, language: string): Promise<Outcome | undefined> {
  const began = performance.now();
  try {
    const answer = await fetch(pathOf(wish), {
      credentials: 'omit',
      headers: {
        'Accept-Language': language,
        ...(needsKey(wish.trial) && { Authorization: `Bearer ${wish.key.trim()}` }),
      },
    });
    const text = inLines(await answer.text());
    return {
      status: answer.status,
      milliseconds: performance.now() - began,
      text: text.slice(0, MAX_SHOWN_CHARACTERS),
      cut: text.length > MAX_SHOWN_CHARACTERS,
      limit: answer.headers.get('RateLimit-Limit'),
      remaining: answer.headers.get('RateLimit-Remaining'),
    };
  } catch {
    return undefined; // no connection
  }
}

function inLines(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text; // not JSON: shown as received
  }
}
