import { rating, ratingRequest } from '@bakkum/api-contract/ratings';
import { isArticle } from '@bakkum/registry/articles';
import { createRoute } from '@hono/zod-openapi';
import { type ApiApp, answer, createRoutes, jsonBody, PROBLEM } from '../../http/api-routes.ts';
import { ProblemError } from '../../http/problem-answer.ts';
import type { SignedIn } from '../../http/signed-in.ts';
import type { Services } from '../../services.ts';

const rate = createRoute({
  method: 'post',
  path: '/api/ratings',
  request: jsonBody(ratingRequest),
  responses: { 200: answer('The average rating, including this one', rating), default: PROBLEM },
});
const DAY_S = 86_400;

/** Ratings of articles. No account needed. */
export function ratingRoutes({ ratings }: Services, signedIn: SignedIn): ApiApp {
  const routes = createRoutes();
  routes.openapi(rate, async (context) => {
    const { address } = signedIn.visitor(context);
    const vote = context.req.valid('json');
    if (!isArticle(vote.article)) throw new ProblemError('not-found');
    const rated = await ratings.rate(vote, address);
    if (rated === 'limited') throw new ProblemError('too-many-requests', { retryAfterS: DAY_S });
    return context.json(rated, 200);
  });
  return routes;
}
