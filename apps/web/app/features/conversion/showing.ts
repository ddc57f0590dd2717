import type { Format } from '@bakkum/formats/format';

/** How a browser shows a file by itself, and the media type it must be handed over as. */
export type Showing = { readonly kind: 'picture' | 'sound' | 'film'; readonly mediaType: string };

/** Pictures every browser of today draws. Others are only known by trying. */
const DRAWN = new Set(['jpeg', 'png', 'apng', 'gif', 'webp', 'avif', 'bmp', 'ico', 'svg']);

/**
 * Pictures by table. Of recordings browsers play more than they admit (MOV and Matroska in Chromium), so each is worth a
 * try, as the type the browser knows best; a player that fails says so.
 */
export function showingOf(format: Format | undefined): Showing | undefined {
  if (!format) return undefined;
  const [mediaType] = format.mediaTypes;
  if (DRAWN.has(format.id)) return { kind: 'picture', mediaType };
  if (format.family !== 'audio' && format.family !== 'video') return undefined;
  const player = document.createElement(format.family);
  const played = format.mediaTypes.find((type) => player.canPlayType(type) !== '');
  return { kind: format.family === 'audio' ? 'sound' : 'film', mediaType: played ?? mediaType };
}

/** One side of a preview: the source or the result. */
export type Side = {
  readonly blob: Blob;
  /** The format's name. */
  readonly format: string;
  readonly showing: Showing | undefined;
};
