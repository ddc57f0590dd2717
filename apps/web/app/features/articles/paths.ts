import type { PageId } from '@bakkum/site/pages';
import type { Shelf } from './view.ts';

/** Returns the path of an article in the default language. */
export const articlePath = (id: string): string => `/articles/${id}`;

/** Returns the path of the page that lists a shelf. */
export const SHELF_PAGES = {
  guides: 'file-types-guide',
  tips: 'conversion-tips',
  tutorials: 'tutorials',
} as const satisfies Record<Shelf, PageId>;
