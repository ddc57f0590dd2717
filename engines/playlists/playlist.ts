/** A playlist as all its formats know it. `seconds` where it says how long an entry is. */
export type Playlist = {
  readonly title: string;
  readonly entries: readonly Entry[];
  /** It says that it has more. */
  readonly isCut?: true;
};

export type Entry = {
  /** An address, or the path of a file as it is written. */
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

/** `Artist - Title`, as formats with one line for both have it. */
export const labelOf = ({ artist, title }: Entry): string =>
  artist === '' || title === '' ? artist + title : `${artist} - ${title}`;

export const escapeXml = (text: string): string =>
  text
    .replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
