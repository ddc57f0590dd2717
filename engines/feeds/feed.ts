/** A feed in a format-independent form. Times are ISO 8601, text is plain, `content` is HTML. */
export type Feed = {
  readonly title: string;
  readonly link: string;
  /** URL of the feed itself. */
  readonly self: string;
  readonly description: string;
  readonly language: string;
  readonly author: string;
  readonly updated: string;
  readonly items: readonly Item[];
};

export type Item = {
  readonly id: string;
  readonly title: string;
  readonly link: string;
  readonly author: string;
  readonly published: string;
  readonly updated: string;
  readonly categories: readonly string[];
  readonly summary: string;
  readonly content: string;
  readonly enclosures: readonly Enclosure[];
};

/** A recording or image attached to an item; `bytes` if known. */
export type Enclosure = { readonly url: string; readonly type: string; readonly bytes: number | undefined };

/** Converts any date format used in feeds to ISO 8601; empty if there is none. */
export function isoTime(text: string): string {
  const time = new Date(text.trim().replace(/\bKST\b/, '+0900'));
  return text.trim() === '' || Number.isNaN(time.getTime()) ? '' : time.toISOString().replace('.000Z', 'Z');
}

/** The latest time of a feed, for formats that require one; the epoch if it has none. */
export function latestTime({ updated, items }: Feed): string {
  const times = [updated, ...items.flatMap((item) => [item.updated, item.published])].filter((time) => time !== '');
  return times.sort().at(-1) ?? '1970-01-01T00:00:00Z';
}
