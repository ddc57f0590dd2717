import { ARTICLE_IDS } from './articles.gen.ts';

const known = new Set(ARTICLE_IDS);

/** Whether there is an article of this id, the name of its folder. */
export function isArticle(id: string): boolean {
  return known.has(id);
}
