import type { XmlElement } from '@bakkum/document-input/xml';
import type { Fonts } from './fonts.ts';
import type { Resources } from './markup.ts';
import type { Package } from './parts.ts';
import type { SizedPicture } from './picture.ts';

/** A page while it is drawn. */
export type Drawing = {
  readonly parts: Package;
  readonly fonts: Fonts;
  /** Name of the page's part, from which references lead. */
  readonly base: string;
  picture(part: string): SizedPicture | undefined;
  /** Puts gradients and clips where they are found; answers their name. */
  define(make: (id: string) => string): string;
  lose(): void;
  /** Draws what stands in an element. */
  children(parent: XmlElement, around: Resources): string;
};
