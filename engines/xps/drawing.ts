import type { XmlElement } from '@bakkum/markup/xml';
import type { Fonts } from './fonts.ts';
import type { Resources } from './markup.ts';
import type { Package } from './parts.ts';
import type { SizedPicture } from './picture.ts';

/** State while drawing a page. */
export type Drawing = {
  readonly parts: Package;
  readonly fonts: Fonts;
  /** Name of the page's part, the base of its references. */
  readonly base: string;
  picture(part: string): SizedPicture | undefined;
  /** Defines a gradient or clip and returns its id. */
  define(make: (id: string) => string): string;
  lose(): void;
  /** Draws the children of an element. */
  children(parent: XmlElement, around: Resources): string;
};
