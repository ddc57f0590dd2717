import { idempotencyHeader, imageResponse, importQuery } from '@bakkum/api-contract/images/images';
import type { ProblemCode } from '@bakkum/api-contract/problem';
import { type Imported, importPicture } from '@bakkum/image-studio/importing';
import { isRefusedTooOften } from '@bakkum/image-studio/moderation/moderation';
import { imageViews, withoutSlotId } from '@bakkum/image-studio/views';
import { IMPORT_LIMITS } from '@bakkum/studio-options/imports';
import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { type ApiApp, answer, createRoutes, PROBLEM } from '../../http/api-routes.ts';
import { ProblemError } from '../../http/problem-answer.ts';
import { type ConcurrencyLimits, createConcurrencyLimiter } from '../../http/requests/concurrency-limiter.ts';
import { limits } from '../../http/route-limits.ts';
import type { SignedIn } from '../../http/signed-in.ts';
import type { Services } from '../../services.ts';
import { buyerOf, REFUSED_WAIT_SECONDS, STORAGE_PROBLEMS } from './buyer.ts';

/** Time for an image to arrive, in milliseconds. It is read into memory. */
const BODY_MS = 600_000;

/** Images that are received or decoded at once, each of which is in memory. A source is a network address, which may have many accounts. */
const IMPORTING: ConcurrencyLimits = { running: 12, runningPerSource: 3, waiting: 24, waitingPerSource: 6, patienceMs: 20_000 };

const bring = createRoute({
  method: 'post',
  path: '/api/images/imports',
  middleware: limits({ bodyBytes: IMPORT_LIMITS.bytes, bodyMs: BODY_MS, mediaType: 'application/octet-stream' }),
  request: {
    headers: idempotencyHeader,
    query: importQuery,
    body: { content: { 'application/octet-stream': { schema: z.string().openapi({ format: 'binary' }) } }, required: true },
  },
  responses: { 200: answer('The stored image', imageResponse), default: PROBLEM },
});

/** Import of users' own images. */
export function importRoutes(services: Services, signedIn: SignedIn): ApiApp {
  const { studio } = services;
  const routes = createRoutes();
  const imports = createConcurrencyLimiter(IMPORTING);
  routes.openapi(bring, async (context) => {
    const buyer = await buyerOf(services, signedIn, context);
    if (await isRefusedTooOften(studio, buyer.userId))
      throw new ProblemError('too-many-requests', { retryAfterS: REFUSED_WAIT_SECONDS });
    const key = context.req.valid('header')['idempotency-key'];
    const imported = await imports.run(buyer.place, async () => {
      const bytes = new Uint8Array(await context.req.arrayBuffer());
      return importPicture(studio, buyer, key, { bytes, name: context.req.valid('query').name });
    });
    const batchId = unwrapOrThrow(imported);
    const [image] = await imageViews(
      studio,
      studio.database,
      'where i.user_id = $1 and i.batch_id = $2 and i.deleted_at is null',
      [buyer.userId, batchId],
    );
    // A repeated request after the image was deleted.
    if (!image) throw new ProblemError('not-found');
    return context.json({ image: withoutSlotId(image) }, 200);
  });
  return routes;
}

const PROBLEMS = {
  unreadable: 'picture-unreadable',
  'too-small': 'picture-too-small',
  'too-large': 'picture-too-large',
  'too-narrow': 'picture-too-narrow',
  withheld: 'picture-refused',
  unchecked: 'moderation-unavailable',
  full: 'too-many-pictures',
  conflict: 'idempotency-conflict',
  'no-editing': 'no-editing',
  ...STORAGE_PROBLEMS,
} as const satisfies Readonly<Record<Exclude<Imported['outcome'], 'taken' | 'too-often'>, ProblemCode>>;

/** Returns the batch id of the import. @throws ProblemError if it was refused */
function unwrapOrThrow(imported: Imported): string {
  if (imported.outcome === 'taken') return imported.batchId;
  if (imported.outcome === 'too-often') throw new ProblemError('too-many-requests', { retryAfterS: imported.retryAfterS });
  throw new ProblemError(PROBLEMS[imported.outcome]);
}
