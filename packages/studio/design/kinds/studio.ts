import type { Palette } from '../palettes.ts';
import type { Brief, Term } from '../prompt/brief.ts';
import type { Canvas } from '../svg.ts';
import type { Fonts } from '../text/fonts.ts';
import type { EmojiSet } from '../vectors/emoji.ts';

/** What a kind of design is drawn with. */
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
  readonly motifs?: boolean;
  readonly texts?: readonly string[];
  readonly more?: readonly Term[];
};
