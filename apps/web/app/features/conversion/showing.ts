import type { FormatId } from '@bakkum/conversion/engine';
import type { Family, Format } from '@bakkum/formats/format';

/** How a browser shows a file, and the media type it must be handed over as. */
export type Showing = {
  readonly kind: 'picture' | 'sound' | 'film' | 'table' | 'text';
  readonly mediaType: string;
  /** What it is turned into to be shown; absent where the browser shows the file itself. */
  readonly by?: FormatId;
};

/** What a browser shows by itself. */
export type NativeShowing = Showing & { readonly kind: 'picture' | 'sound' | 'film' };

/** Pictures every browser of today draws. Others are only known by trying. */
const DRAWN = new Set(['jpeg', 'png', 'apng', 'gif', 'webp', 'avif', 'bmp', 'ico', 'svg']);

/**
 * Pictures by table. Of recordings browsers play more than they admit (MOV and Matroska in Chromium), so each is worth a
 * try, as the type the browser knows best; a player that fails says so.
 */
export function showingOf(format: Format | undefined): NativeShowing | undefined {
  if (!format) return undefined;
  const [mediaType] = format.mediaTypes;
  if (DRAWN.has(format.id)) return { kind: 'picture', mediaType };
  if (format.family !== 'audio' && format.family !== 'video') return undefined;
  const player = document.createElement(format.family);
  const played = format.mediaTypes.find((type) => player.canPlayType(type) !== '');
  return { kind: format.family === 'audio' ? 'sound' : 'film', mediaType: played ?? mediaType };
}

/** What cannot be shown itself, and what it is shown as. */
const BY_FAMILY: Readonly<Partial<Record<Family, Showing & { readonly by: FormatId }>>> = {
  image: { kind: 'picture', mediaType: 'image/png', by: 'png' },
  vector: { kind: 'picture', mediaType: 'image/png', by: 'png' },
  model3d: { kind: 'picture', mediaType: 'image/png', by: 'png' },
  spreadsheet: { kind: 'table', mediaType: 'text/csv', by: 'csv' },
  document: { kind: 'text', mediaType: 'text/plain', by: 'txt' },
  ebook: { kind: 'text', mediaType: 'text/plain', by: 'txt' },
};
/** Documents that are pages first: the first one is shown. */
const PAGES: ReadonlySet<FormatId> = new Set(['pdf', 'xps', 'djvu']);
/** Media types of files that are letters throughout. */
const WRITTEN = /^text\/|[/+](json|xml|yaml|toml|sql|x-subrip|x-ndjson)$/;
const BINARY: ReadonlySet<Family> = new Set(['image', 'vector', 'model3d', 'audio', 'video', 'archive', 'font', 'program']);

/** How a file is shown, by way of another format where the browser does not know its own. @param becomes whether it can be turned into one */
export function shownAs(format: Format | undefined, becomes: (to: FormatId) => boolean): Showing | undefined {
  const itself = showingOf(format);
  if (!format || itself) return itself;
  if (format.id === 'csv' || format.id === 'tsv') return { kind: 'table', mediaType: 'text/csv' };
  if (!BINARY.has(format.family) && WRITTEN.test(format.mediaTypes[0])) return { kind: 'text', mediaType: 'text/plain' };
  const by = PAGES.has(format.id) ? BY_FAMILY.image : BY_FAMILY[format.family];
  return by && becomes(by.by) ? by : undefined;
}

/** One side of a preview: the source or the result. */
export type Side = {
  readonly blob: Blob;
  /** The format's name. */
  readonly format: string;
  readonly showing: Showing | undefined;
  /** Makes what is shown in its place; nothing where it fails. */
  readonly make?: (signal: AbortSignal) => Promise<Blob | undefined>;
};
