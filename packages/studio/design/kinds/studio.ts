import type { Palette } from '../palettes.ts';
import type { Brief, Term } from '../prompt/brief.ts';
import type { Canvas } from '../svg.ts';
import type { Fonts } from '../text/fonts.ts';
import type { EmojiSet } from '../vectors/emoji.ts';

/** Input for drawing a kind of design. */
export type Job = {
  readonly canvas: Canvas;
  readonly brief: Brief;
  readonly palette: Palette;
  readonly fonts: Fonts;
  readonly emoji: EmojiSet;
};

/** What of the brief a kind of design shows. */
export type Shown = {
  readonly items?: boolean;
  readonly setting?: boolean;
  /** False if the colours of the whole design show nowhere, as in a landscape. */
  readonly colours?: boolean;
  readonly motifs?: boolean;
  readonly texts?: readonly string[];
  readonly more?: readonly Term[];
};
