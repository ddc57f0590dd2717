import type { Rating } from '@bakkum/api-contract/ratings';
import type { TileFamily } from '@bakkum/ui/format-tile';

/** The shelves of the resources, one page each. */
export const SHELVES = ['guides', 'tips', 'tutorials'] as const;
export type Shelf = (typeof SHELVES)[number];

/** The subjects of articles, used as a filter. */
export const SUBJECTS = ['documents', 'images', 'audio', 'video', 'development', 'general', 'security', 'features'] as const;
export type Subject = (typeof SUBJECTS)[number];

/** What is drawn on the cover of an article: formats, in the colour of a family. The last one is the result. */
export type Cover = { readonly family: TileFamily; readonly formats: readonly string[] };

export type ArticleCard = {
  readonly id: string;
  readonly shelf: Shelf;
  readonly subject: Subject;
  readonly cover: Cover;
  readonly title: string;
  readonly description: string;
  /** Reading time in minutes. */
  readonly minutes: number;
  /** The average rating; absent without votes. */
  readonly rating?: Rating;
};

export type ArticleView = ArticleCard & {
  /** When it was last checked against the product, ISO 8601. */
  readonly checked: string;
  readonly html: string;
  readonly headings: readonly { readonly id: string; readonly text: string }[];
  readonly related: readonly ArticleCard[];
};

export type QuestionView = {
  readonly id: string;
  readonly subject: Subject;
  readonly question: string;
  readonly html: string;
  /** The answer as plain text, for search. */
  readonly plain: string;
};
