import type { ExternalPerson } from '@bakkum/accounts/external/external-sign-in';
import type { PendingSignIn } from '@bakkum/accounts/external/pending-sign-ins';
import { ownPath } from '@bakkum/api-contract/own-path';
import {
  connectRequest,
  signInMethodsResponse,
  singleSignOnRequest,
  singleSignOnResponse,
} from '@bakkum/api-contract/single-sign-on';
import { SINGLE_SIGN_ON_PARAMETER, type SingleSignOnProblem } from '@bakkum/api-contract/single-sign-on-problems';
import { type Locale, localePath, splitLocale } from '@bakkum/i18n/locale';
import type { Faulty } from '@bakkum/openid/fault';
import type { Identity } from '@bakkum/openid/identity';
import type { Issuer } from '@bakkum/openid/issuer';
import { createRoute } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { SingleSignOnSettings } from '../../config/single-sign-on-settings.ts';
import { groupsWithLimits, membership } from '../../group-limits.ts';
import { type ApiApp, answer, createRoutes, jsonBody, PROBLEM } from '../../http/api-routes.ts';
import { localeOf, ProblemError } from '../../http/problem-answer.ts';
import type { NodeEnvironment } from '../../http/requests/client-address.ts';
import { type SignedIn, sendCookies } from '../../http/signed-in.ts';
import { createLineLimit } from '../../observability/line-limit.ts';
import type { Log } from '../../observability/log.ts';
import type { Services } from '../../services.ts';
import { unwrapOrThrow } from './outcome.ts';

const PATH = '/api/account/single-sign-on';
const CALLBACK = `${PATH}/callback`;
/** Longest state that is looked up; ours have 43 characters. */
const STATE_LENGTH = 100;
const DAY_MS = 86_400_000;
/** Lines about failed sign-ins, which strangers can cause. */
export const FAILED_LINES_PER_HOUR = 60;
const HOUR_MS = 3_600_000;

const methods = createRoute({
  method: 'get',
  path: '/api/account/sign-in-methods',
  responses: { 200: answer('How the user signs in', signInMethodsResponse), default: PROBLEM },
});
const start = createRoute({
  method: 'post',
  path: PATH,
  request: jsonBody(singleSignOnRequest),
  responses: { 200: answer('URL of the sign-in service to open in this browser', singleSignOnResponse), default: PROBLEM },
});
const connect = createRoute({
  method: 'post',
  path: `${PATH}/connect`,
  request: jsonBody(connectRequest),
  responses: { 200: answer('URL of the sign-in service to open in this browser', singleSignOnResponse), default: PROBLEM },
});
const callback = createRoute({
  method: 'get',
  path: CALLBACK,
  responses: { 303: { description: 'Redirects to a page of the site, which says what went wrong' }, default: PROBLEM },
});

/** Sign-in at the operator's OpenID Connect issuer. Without one, only `sign-in-methods` exists. */
export function singleSignOnRoutes(services: Services, signedIn: SignedIn, log: Log): ApiApp {
  const { accounts, issuer, settings } = services;
  const routes = createRoutes();
  routes.openapi(methods, async (context) => {
    const { person } = await signedIn.require(context);
    const known = await membership(services, person);
    const password = known?.hasPassword ?? true;
    return context.json({ password, ...(settings.singleSignOn && { service: serviceView(settings.singleSignOn, known) }) }, 200);
  });
  const { singleSignOn } = settings;
  if (!issuer || !singleSignOn) return routes;
  const flow: Flow = { services, signedIn, logFailure: failureLog(log), issuer, singleSignOn };
  routes.openapi(start, async (context) => {
    const { next, locale } = context.req.valid('json');
    const started = await accounts.startExternal({ next: ownPath(next ?? null) }, signedIn.visitor(context));
    const { pending, cookies } = unwrapOrThrow(started);
    sendCookies(context, cookies);
    return context.json({ url: await urlAtIssuer(flow, pending, locale) }, 200);
  });
  routes.openapi(connect, async (context) => {
    const { person } = await signedIn.require(context);
    if (person.demo) throw new ProblemError('demo-account');
    const { next, locale, password } = context.req.valid('json');
    const given = { personId: person.id, password, next: ownPath(next ?? null) };
    const { pending, cookies } = unwrapOrThrow(
      await accounts.startConnecting(given, signedIn.visitor(context)),
      'wrong-password',
    );
    sendCookies(context, cookies);
    return context.json({ url: await urlAtIssuer(flow, pending, locale) }, 200);
  });
  routes.openapi(callback, async (context) => context.redirect(await finish(flow, context), 303));
  return routes;
}

type Flow = {
  readonly services: Services;
  readonly signedIn: SignedIn;
  readonly logFailure: (facts: { readonly step: 'start' | 'callback' } & Faulty) => void;
  readonly issuer: Issuer;
  readonly singleSignOn: SingleSignOnSettings;
};

function failureLog(log: Log): Flow['logFailure'] {
  const lines = createLineLimit(FAILED_LINES_PER_HOUR, HOUR_MS);
  return (facts) => {
    const line = lines.next();
    if (line) log.error('single-sign-on-failed', { ...facts, ...(line.leftOut > 0 && line) });
  };
}

type Known = Awaited<ReturnType<typeof membership>>;

function serviceView(settings: SingleSignOnSettings, known: Known) {
  const groups = known?.isCurrent ? groupsWithLimits(settings, known.groups) : [];
  const until = known && new Date(known.signedInAt.getTime() + settings.groupDays * DAY_MS).toISOString();
  return { name: settings.name, connected: known !== undefined, groups: [...groups], ...(groups.length > 0 && { until }) };
}

async function urlAtIssuer({ issuer, services, logFailure }: Flow, pending: PendingSignIn, locale: Locale): Promise<string> {
  const redirectUri = services.settings.origin + CALLBACK;
  const found = await issuer.authorizationUrl({ ...pending, redirectUri, locale });
  if (found.outcome === 'done') return found.url;
  logFailure({ step: 'start', ...found });
  throw new ProblemError('sign-in-service-unavailable');
}

type FlowContext = Context<NodeEnvironment>;

/** Returns the path to open after the browser came back from the issuer. */
async function finish(flow: Flow, context: FlowContext): Promise<string> {
  const { accounts } = flow.services;
  const state = context.req.query('state') ?? '';
  const taken = state.length <= STATE_LENGTH ? await accounts.takeExternal(state, flow.signedIn.visitor(context)) : undefined;
  if (!taken || 'outcome' in taken) {
    return pageAfter(context, {}, taken?.outcome === 'limited' ? 'limited' : 'expired');
  }
  const url = new URL(flow.services.settings.origin + CALLBACK);
  url.search = new URL(context.req.url).search;
  const found = await flow.issuer.identity(url, taken);
  if (found.outcome !== 'done') {
    if (found.outcome !== 'canceled') flow.logFailure({ step: 'callback', ...found });
    return pageAfter(context, taken, found.outcome);
  }
  await accounts.noteIdentified(flow.signedIn.visitor(context));
  return pageAfter(context, taken, await enter(flow, context, { taken, identity: found.identity }));
}

/** Signs in or connects. Returns why not, if not. */
async function enter(
  { services, signedIn, singleSignOn }: Flow,
  context: FlowContext,
  { taken, identity }: { readonly taken: PendingSignIn; readonly identity: Identity },
): Promise<SingleSignOnProblem | undefined> {
  const { accounts } = services;
  const person: ExternalPerson = {
    ...identity,
    emailVerified: identity.emailVerified || singleSignOn.trustsEmail,
    groups: groupsWithLimits(singleSignOn, identity.groups),
  };
  if (person.groups.length === 0 && !singleSignOn.admitsOutsiders) {
    await accounts.dismissExternal(person);
    return 'not-member';
  }
  if (taken.personId !== undefined) {
    const current = await signedIn.find(context);
    if (current?.person.id !== taken.personId) return 'expired';
    const { outcome } = await accounts.connectExternal(person, { personId: taken.personId, sessionId: current.id });
    if (outcome === 'signed-out') return 'expired';
    return outcome === 'done' ? undefined : outcome;
  }
  const options = { locale: localeAfter(context, taken), mayLink: singleSignOn.linksAccounts };
  const entered = await accounts.signInExternally(person, options, signedIn.visitor(context));
  if (entered.outcome !== 'done') return entered.outcome;
  sendCookies(context, entered.cookies);
  return undefined;
}

/** The language of the page that the person left. */
function localeAfter(context: FlowContext, { next }: Pick<PendingSignIn, 'next'>): Locale {
  return next === undefined ? localeOf(context) : splitLocale(next.split(/[?#]/)[0] ?? '').locale;
}

/** The page that the person wanted, or with a problem, the page where they can try again. */
function pageAfter(
  context: FlowContext,
  pending: Pick<PendingSignIn, 'next' | 'personId'>,
  problem: SingleSignOnProblem | undefined,
): string {
  const locale = localeAfter(context, pending);
  const account = localePath(locale, '/account');
  // Stored paths were checked when the sign-in started.
  if (problem === undefined) return pending.next ?? account;
  const query = new URLSearchParams({ [SINGLE_SIGN_ON_PARAMETER]: problem, ...(pending.next && { next: pending.next }) });
  return `${pending.personId === undefined ? localePath(locale, '/sign-in') : account}?${query}`;
}
