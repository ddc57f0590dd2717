import { type BalanceView, balanceResponse, statementQuery, statementResponse } from '@bakkum/api-contract/billing/credits';
import { isPlanId, PLANS } from '@bakkum/api-contract/billing/plans';
import { createRoute } from '@hono/zod-openapi';
import { type ApiApp, answer, createRoutes, PROBLEM } from '../../http/api-routes.ts';
import type { SignedIn } from '../../http/signed-in.ts';
import type { Services } from '../../services.ts';

const PAGE_SIZE = 50;

const balance = createRoute({
  method: 'get',
  path: '/api/credits',
  responses: { 200: answer('Available credits and when they expire', balanceResponse), default: PROBLEM },
});
const statement = createRoute({
  method: 'get',
  path: '/api/credits/statement',
  request: { query: statementQuery },
  responses: { 200: answer('Ledger entries, newest first', statementResponse), default: PROBLEM },
});

/** Credits of the signed-in user. */
export function creditRoutes({ ledger, entitle }: Services, signedIn: SignedIn): ApiApp {
  const routes = createRoutes();
  routes.openapi(balance, async (context) => {
    const { person } = await signedIn.require(context);
    await entitle(person);
    const { available, total, held, frozen, plan, resetsAt } = await ledger.balance(person.id);
    const known = isPlanId(plan) ? plan : 'free';
    const reset = resetsAt && { resetsAt: resetsAt.toISOString() };
    const view: BalanceView = { current: available, total, held, frozen, plan: known, premium: PLANS[known].premium, ...reset };
    return context.json(view, 200);
  });
  routes.openapi(statement, async (context) => {
    const { person } = await signedIn.require(context);
    const { before } = context.req.valid('query');
    const page = await ledger.statement(person.id, { limit: PAGE_SIZE, ...(before !== undefined && { before }) });
    const entries = page.map(({ at, available, ...entry }) => ({ ...entry, at: at.toISOString(), change: available }));
    const next = page.length === PAGE_SIZE ? page.at(-1)?.id : undefined;
    return context.json({ entries, ...(next !== undefined && { next }) }, 200);
  });
  return routes;
}
