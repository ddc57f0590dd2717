import { translationRequest, translationResponse } from '@bakkum/api-contract/images/images';
import { countRequest } from '@bakkum/conversion-jobs/requests';
import { translatePrompt } from '@bakkum/image-studio/assistants/translation';
import { isRefusedTooOften } from '@bakkum/image-studio/moderation/moderation';
import { createRoute } from '@hono/zod-openapi';
import { type ApiApp, answer, createRoutes, jsonBody, PROBLEM } from '../../http/api-routes.ts';
import { ProblemError } from '../../http/problem-answer.ts';
import type { SignedIn } from '../../http/signed-in.ts';
import type { Services } from '../../services.ts';
import { REFUSED_WAIT_SECONDS } from './buyer.ts';

/** Translations per account and hour. */
export const TRANSLATIONS_PER_HOUR = 60;

const translate = createRoute({
  method: 'post',
  path: '/api/images/translations',
  request: jsonBody(translationRequest),
  responses: { 200: answer('The texts in English', translationResponse), default: PROBLEM },
});

/** Translates prompts for models that read only English, where the operator configured a chat model. */
export function translationRoutes({ studio, database }: Services, signedIn: SignedIn): ApiApp {
  const routes = createRoutes();
  routes.openapi(translate, async (context) => {
    const { person } = await signedIn.require(context);
    if (await isRefusedTooOften(studio, person.id))
      throw new ProblemError('too-many-requests', { retryAfterS: REFUSED_WAIT_SECONDS });
    const now = studio.now();
    const { allowed, resetsAt } = await countRequest(database, `translations:${person.id}`, TRANSLATIONS_PER_HOUR, now);
    if (!allowed) {
      const retryAfterS = Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000));
      throw new ProblemError('too-many-requests', { retryAfterS });
    }
    const translated = await translatePrompt(studio, person.id, context.req.valid('json'));
    if (translated.outcome === 'refused') throw new ProblemError('prompt-refused', { terms: [...translated.terms] });
    if (translated.outcome === 'none') throw new ProblemError('not-found');
    if (translated.outcome !== 'translated') throw new ProblemError('translation-unavailable');
    return context.json(translated.texts, 200);
  });
  return routes;
}
