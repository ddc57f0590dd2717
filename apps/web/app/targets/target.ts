import type { Format } from '@bakkum/formats/format';

/** A format that a file converts to. */
export type Target = {
  readonly format: Format;
  readonly lossy: boolean;
  readonly picture: boolean;
  /** The source format itself: to cut, resize or compress the file. */
  readonly same: boolean;
};
