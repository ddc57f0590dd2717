import { apiAccountView } from '@bakkum/api-contract/conversions/conversions';
import { openJobs } from '@bakkum/conversion-jobs/jobs';
import { archivedBytes, storedBytes } from '@bakkum/conversion-jobs/storage';
import { createRoute } from '@hono/zod-openapi';
import { type ApiApp, answer } from '../../http/api-routes.ts';
import type { Services } from '../../services.ts';
import type { Authentication } from './authentication.ts';
import { createApiRoutes, DOCUMENTED } from './documented.ts';

const account = createRoute({
  method: 'get',
  path: '/api/v1/account',
  operationId: 'getAccount',
  summary: 'Get the permissions and usage of the API key',
  tags: ['Account'],
  responses: { 200: answer('Tier, limits and usage', apiAccountView), ...DOCUMENTED },
});

export function apiAccountRoutes({ database }: Services, authentication: Authentication): ApiApp {
  const routes = createApiRoutes(authentication);
  routes.openapi(account, async (context) => {
    const principal = await authentication.require(context, 'read', 'account:read');
    const { tier, limits, scopes, owner, countedAs } = principal;
    const { limit, remaining, resetsAt } = await authentication.usage(principal);
    const [open, storage, archive] = await Promise.all([
      openJobs(database, countedAs),
      storedBytes(database, countedAs),
      archivedBytes(database, owner),
    ]);
    return context.json(
      {
        tier,
        scopes: [...scopes],
        limits: {
          requests_per_hour: limits.commandsPerHour,
          reads_per_hour: limits.readsPerHour,
          file_size: limits.fileBytes,
          open_jobs: limits.openJobs,
          jobs_at_once: limits.atOnce,
          storage: limits.storedBytes,
          minutes_per_job: limits.minutes,
          retentions: [...limits.retentions],
          storages: [...limits.storages],
          archive: limits.archivedBytes,
        },
        usage: { requests: { limit, remaining, resets_at: resetsAt.toISOString() }, open_jobs: open, storage, archive },
      },
      200,
    );
  });
  return routes;
}
