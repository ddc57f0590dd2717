import type { FormatId } from '@bakkum/conversion/engine';
import type { Family, Format } from '@bakkum/formats/format';

/** How a browser displays a file, and the media type it needs for that. */
export type Showing = {
  readonly kind: 'picture' | 'sound' | 'film' | 'table' | 'text';
  readonly mediaType: string;
  /** The format it is converted to for display; absent if the browser displays it directly. */
  readonly by?: FormatId;
};

/** Formats a browser displays directly. */
export type NativeShowing = Showing & { readonly kind: 'picture' | 'sound' | 'film' };

/** Images every current browser displays. Others have to be tried. */
const DRAWN = new Set(['jpeg', 'png', 'apng', 'gif', 'webp', 'avif', 'bmp', 'ico', 'svg']);

/**
 * Images are looked up in the table. Browsers play more recordings than they admit (MOV and Matroska in Chromium), so each is
 * tried as the best-known type; a player that fails reports it.
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

/** Formats that cannot be displayed, and their replacements. */
const BY_FAMILY: Readonly<Partial<Record<Family, Showing & { readonly by: FormatId }>>> = {
  image: { kind: 'picture', mediaType: 'image/png', by: 'png' },
  vector: { kind: 'picture', mediaType: 'image/png', by: 'png' },
  model3d: { kind: 'picture', mediaType: 'image/png', by: 'png' },
  spreadsheet: { kind: 'table', mediaType: 'text/csv', by: 'csv' },
  document: { kind: 'text', mediaType: 'text/plain', by: 'txt' },
  ebook: { kind: 'text', mediaType: 'text/plain', by: 'txt' },
};
/** Fixed layouts: the first page is shown as an image. */
const FIXED_LAYOUT: ReadonlySet<FormatId> = new Set(['pdf', 'xps', 'djvu']);
/** Media types of plain text files. */
const WRITTEN = /^text\/|[/+](json|xml|yaml|toml|sql|x-subrip|x-ndjson)$/;
const BINARY: ReadonlySet<Family> = new Set(['image', 'vector', 'model3d', 'audio', 'video', 'archive', 'font', 'program']);

/**
 * Returns how a file is displayed, by another format if the browser does not support its own.
 * @param becomes whether it converts to a format
 */
export function shownAs(format: Format | undefined, becomes: (to: FormatId) => boolean): Showing | undefined {
  const itself = showingOf(format);
  if (!format || itself) return itself;
  if (format.id === 'csv' || format.id === 'tsv') return { kind: 'table', mediaType: 'text/csv' };
  if (!BINARY.has(format.family) && WRITTEN.test(format.mediaTypes[0])) return { kind: 'text', mediaType: 'text/plain' };
  const by = FIXED_LAYOUT.has(format.id) ? BY_FAMILY.image : BY_FAMILY[format.family];
  return by && becomes(by.by) ? by : undefined;
}

/**
 * Returns whether the pages of a file can be drawn: of documents and slides, but not of text files.
 * @param becomes whether it converts to a format
 */
export function hasPages(format: Format | undefined, becomes: (to: FormatId) => boolean): boolean {
  if (!format || !becomes('png')) return false;
  if (FIXED_LAYOUT.has(format.id)) return true;
  return (format.family === 'document' || format.family === 'presentation') && !WRITTEN.test(format.mediaTypes[0]);
}

/** One side of a preview: the source or the result. */
export type Side = {
  readonly blob: Blob;
  /** Display name of the format. */
  readonly format: string;
  readonly showing: Showing | undefined;
  /** Makes the replacement to show; undefined if that fails. */
  readonly make?: (signal: AbortSignal) => Promise<Blob | undefined>;
};
