import {
  type BalanceView,
  balanceResponse,
  statementFileQuery,
  statementQuery,
  statementResponse,
} from '@bakkum/api-contract/billing/credits';
import { PLANS } from '@bakkum/api-contract/billing/plans';
import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { currentPlan } from '../../current-plan.ts';
import { groupLimits } from '../../group-limits.ts';
import { type ApiApp, answer, createRoutes, PROBLEM } from '../../http/api-routes.ts';
import { limitHourly } from '../../http/requests/hourly-limit.ts';
import type { SignedIn } from '../../http/signed-in.ts';
import type { Services } from '../../services.ts';
import { statementFile } from './statement-file.ts';
import { originOf, statementRows } from './statement-rows.ts';

const PAGE_SIZE = 50;
/** Rows per page of a file. */
const FILE_PAGE_SIZE = 1000;
/** Limited separately, because a file reads the whole statement. */
const FILES_PER_HOUR = 30;

const balance = createRoute({
  method: 'get',
  path: '/api/credits',
  responses: { 200: answer('Available credits and when they expire', balanceResponse), default: PROBLEM },
});
const statement = createRoute({
  method: 'get',
  path: '/api/credits/statement',
  request: { query: statementQuery },
  responses: { 200: answer('One row per order, grant, expiry and refund, newest first', statementResponse), default: PROBLEM },
});

const file = createRoute({
  method: 'get',
  path: '/api/credits/statement.csv',
  request: { query: statementFileQuery },
  responses: {
    200: { description: 'The whole statement as CSV, newest first', content: { 'text/csv': { schema: z.string() } } },
    default: PROBLEM,
  },
});

/** Credits of the signed-in user. */
export function creditRoutes(services: Services, signedIn: SignedIn): ApiApp {
  const { ledger, entitle } = services;
  const routes = createRoutes();
  routes.openapi(balance, async (context) => {
    const { person } = await signedIn.require(context);
    await entitle(person);
    const { available, total, held, frozen, plan, resetsAt } = await ledger.balance(person.id);
    const known = await currentPlan(services, person, plan);
    const remainders = (await ledger.remainders(person.id)).map((one) => ({
      origin: originOf(one),
      amount: one.amount,
      expiresAt: one.expiresAt.toISOString(),
    }));
    const view: BalanceView = {
      current: available,
      total,
      held,
      frozen,
      plan: known,
      premium: PLANS[known].premium || ((await groupLimits(services, person))?.tier ?? 'free') !== 'free',
      ...(resetsAt && { resetsAt: resetsAt.toISOString() }),
      remainders,
    };
    return context.json(view, 200);
  });
  routes.openapi(statement, async (context) => {
    const { person } = await signedIn.require(context);
    const { before } = context.req.valid('query');
    await entitle(person);
    const rows = await statementRows(services, person.id, { limit: PAGE_SIZE, ...(before !== undefined && { before }) });
    const next = rows.length === PAGE_SIZE ? rows.at(-1)?.id : undefined;
    return context.json({ rows: [...rows], ...(next !== undefined && { next }) }, 200);
  });
  addFile(routes, services, signedIn);
  return routes;
}

function addFile(routes: ApiApp, services: Services, signedIn: SignedIn): void {
  routes.openapi(file, async (context) => {
    const { person } = await signedIn.require(context);
    const { locale } = context.req.valid('query');
    await limitHourly(services, `statement-file:${person.id}`, FILES_PER_HOUR);
    context.header('Content-Type', 'text/csv; charset=utf-8');
    context.header('Content-Disposition', 'attachment; filename="credits.csv"');
    context.header('X-Content-Type-Options', 'nosniff');
    const read = (before: number | undefined) =>
      statementRows(services, person.id, { limit: FILE_PAGE_SIZE, ...(before !== undefined && { before }) });
    return context.body(statementFile(locale, read), 200);
  });
}
