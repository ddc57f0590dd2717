import { previewOf } from '@bakkum/image-studio/previews/preview-rows';
import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { type ApiApp, createRoutes, PROBLEM } from '../../http/api-routes.ts';
import { ProblemError } from '../../http/problem-answer.ts';
import type { SignedIn } from '../../http/signed-in.ts';
import type { Services } from '../../services.ts';

const preview = createRoute({
  method: 'get',
  path: '/api/images/generations/{id}/previews/{index}',
  request: { params: z.object({ id: z.uuid(), index: z.coerce.number().int().min(0).max(7) }) },
  responses: {
    200: {
      description: 'The newest unfinished version of an image that is being generated, at most 512 pixels per side',
      content: { 'image/webp': { schema: z.string() } },
    },
    default: PROBLEM,
  },
});

/** Live previews of the signed-in user’s own orders. They exist only until the image is finished. */
export function previewRoutes({ studio }: Services, signedIn: SignedIn): ApiApp {
  const routes = createRoutes();
  routes.openapi(preview, async (context) => {
    const { person } = await signedIn.require(context);
    const { id: batchId, index } = context.req.valid('param');
    const content = await previewOf(studio.database, { userId: person.id, batchId, index });
    if (!content) throw new ProblemError('not-found');
    return context.body(content, 200, { 'Content-Type': 'image/webp', 'Cache-Control': 'private, no-store' });
  });
  return routes;
}
