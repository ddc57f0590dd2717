import type { Live } from '@bakkum/site/live';
import type { ArticleCard, ArticleView } from '../view.ts';

/** Adds current ratings to articles. */
export function rated<Card extends ArticleCard>(cards: readonly Card[], { ratings }: Live): readonly Card[] {
  const known = ratings();
  return cards.map((card) => {
    const rating = known.get(card.id);
    return rating ? { ...card, rating } : card;
  });
}

export function ratedArticle(article: ArticleView, live: Live): ArticleView {
  const [view = article] = rated([article], live);
  return { ...view, related: rated(article.related, live) };
}
