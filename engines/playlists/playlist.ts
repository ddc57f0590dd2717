/** A format-independent playlist. `seconds` is the duration of an entry, if known. */
export type Playlist = {
  readonly title: string;
  readonly entries: readonly Entry[];
  /** The list announces more entries than it contains. */
  readonly isCut?: true;
};

export type Entry = {
  /** A URL, or a file path as written. */
  readonly location: string;
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly seconds: number | undefined;
};

export const entryOf = (location: string, more: Partial<Entry> = {}): Entry => ({
  location,
  title: '',
  artist: '',
  album: '',
  seconds: undefined,
  ...more,
});

/** `Artist - Title`, for formats with a single label. */
export const labelOf = ({ artist, title }: Entry): string =>
  artist === '' || title === '' ? artist + title : `${artist} - ${title}`;
