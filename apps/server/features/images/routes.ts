import { type ModelView, studioResponse } from '@bakkum/api-contract/images/images';
import { editsImages } from '@bakkum/image-provider/model';
import { watchChanges } from '@bakkum/image-studio/changes';
import { soldSizes } from '@bakkum/image-studio/model-choice';
import { showsPreviews } from '@bakkum/image-studio/previews/shown-previews';
import type { EnabledModel } from '@bakkum/image-studio/studio';
import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { type ApiApp, answer, createRoutes, PROBLEM } from '../../http/api-routes.ts';
import { streamLatestEvents } from '../../http/latest-events.ts';
import { localeOf } from '../../http/problem-answer.ts';
import { clientAddress } from '../../http/requests/client-address.ts';
import type { SignedIn } from '../../http/signed-in.ts';
import type { Services } from '../../services.ts';
import { withMessages } from './attempt-messages.ts';
import { boardRoutes } from './board-routes.ts';
import { buyerOf } from './buyer.ts';
import { galleryRoutes } from './gallery-routes.ts';
import { importRoutes } from './import-routes.ts';
import { orderRoutes } from './order-routes.ts';
import { previewRoutes } from './preview-routes.ts';
import { shareRoutes } from './share-routes.ts';
import { translationRoutes } from './translation-routes.ts';

const studioRoute = createRoute({
  method: 'get',
  path: '/api/images/studio',
  responses: { 200: answer('Models of this site and limits of the user', studioResponse), default: PROBLEM },
});
const events = createRoute({
  method: 'get',
  path: '/api/images/events',
  responses: {
    200: { description: 'Progress of orders as server-sent events', content: { 'text/event-stream': { schema: z.string() } } },
    default: PROBLEM,
  },
});

/** Image studio routes. Fixed paths are mounted before paths with an image id. */
export function imageRoutes(services: Services, signedIn: SignedIn): ApiApp {
  const routes = createRoutes();
  addStudio(routes, services, signedIn);
  addEvents(routes, services, signedIn);
  routes.route('/', importRoutes(services, signedIn));
  routes.route('/', translationRoutes(services, signedIn));
  routes.route('/', orderRoutes(services, signedIn));
  routes.route('/', previewRoutes(services, signedIn));
  routes.route('/', boardRoutes(services, signedIn));
  routes.route('/', shareRoutes(services, signedIn));
  routes.route('/', galleryRoutes(services, signedIn));
  return routes;
}

function addStudio(routes: ApiApp, services: Services, signedIn: SignedIn): void {
  const models = services.studio.models.map((model) => modelView(services.studio, model));
  const refine = {
    edit: services.studio.models.some(({ model }) => editsImages(model)),
    mask: models.some(({ mask }) => mask),
    removeBackground: services.studio.backgroundRemovers.some(({ manifest }) => !manifest.design),
    extend: services.studio.models.some(({ manifest, model }) => model.extend && !manifest.design),
  };
  const receivers = receiversOf(services.studio);
  const [checksImages, translates] = [services.studio.check !== undefined, services.studio.chat !== undefined];
  routes.openapi(studioRoute, async (context) => {
    const { tier } = await buyerOf(services, signedIn, context);
    return context.json({ models, tier, refine, receivers, checksImages, translates }, 200);
  });
}

/** Names of the services that may receive an image to edit, extend or enlarge it, or to remove its background. */
function receiversOf({ models, upscalers, backgroundRemovers }: Services['studio']): string[] {
  const receiving = [
    ...models.filter(({ model }) => editsImages(model) || model.mask || model.extend),
    ...upscalers.filter(({ model }) => model.upscale?.method === 'model'),
    ...backgroundRemovers,
  ];
  return [...new Set(receiving.flatMap(({ manifest: { design, name } }) => (design ? [] : name)))];
}

function modelView(studio: Services['studio'], enabled: EnabledModel): ModelView {
  const { key, manifest, model } = enabled;
  const { creditRate, languages, seed, negativePrompt, edit, strength, mask, moderated } = model;
  return {
    id: key,
    name: model.name,
    service: manifest.id,
    serviceName: manifest.name,
    design: manifest.design,
    resolutions: soldSizes(model),
    creditRate,
    languages: [...languages],
    seed,
    negativePrompt,
    edit: edit || 'none',
    ...(strength && { strength: { edit: strength.edit, variation: strength.variation } }),
    mask,
    livePreview: showsPreviews(studio, enabled),
    moderated,
    needsConsent: manifest.needsConsent,
  };
}

/** Event streams of one account and address at once: one for each open page, and those that closed without notice. */
export const MAX_STREAMS = 40;

function addEvents(routes: ApiApp, services: Services, signedIn: SignedIn): void {
  const changes = watchChanges(services.studio);
  routes.openapi(events, async (context) => {
    const { person } = await signedIn.require(context);
    const address = services.hashAddress(clientAddress(context, services.settings.trustedProxies));
    const release = services.held.hold(`images:${person.id}:${address}`, MAX_STREAMS, address);
    return streamLatestEvents(context, {
      release,
      follow: (send) =>
        changes.subscribe(person.id, (batch) => {
          send(batch.id, () => ({ event: 'batch', data: JSON.stringify({ batch: withMessages(batch, localeOf(context)) }) }));
          if (batch.endedAt || batch.state === 'queued') send('credits', () => ({ event: 'credits', data: '{}' }));
        }),
    });
  });
}
