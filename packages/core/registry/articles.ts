import { ARTICLE_IDS } from './articles.gen.ts';

const known = new Set(ARTICLE_IDS);

/** Returns whether an article exists; its id is the name of its folder. */
export function isArticle(id: string): boolean {
  return known.has(id);
}
