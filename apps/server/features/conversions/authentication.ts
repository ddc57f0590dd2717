/** Authentication, permissions and rate limits of the conversion API. */
import { createHash, randomBytes } from 'node:crypto';
import type { Person } from '@bakkum/accounts/person';
import { API_SCOPES, type ApiScope } from '@bakkum/api-contract/api-keys';
import {
  CONVERSION_LIMITS,
  type ConversionLimits,
  type ConversionTier,
  tierOfPlan,
  withCommands,
} from '@bakkum/api-contract/conversions/tiers';
import { type Count, countRequest, requestsLeft } from '@bakkum/conversion-jobs/requests';
import { type Owner, personOwner, visitorOwner } from '@bakkum/conversion-jobs/service';
import { adopt } from '@bakkum/conversion-jobs/uploads/adoption';
import { createLedger } from '@bakkum/credits/ledger';
import type { Sql } from '@bakkum/database/sql';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { currentPlan } from '../../current-plan.ts';
import { groupLimits, keysAreValid } from '../../group-limits.ts';
import { isSameOrigin } from '../../http/api-routes.ts';
import { clientAddress, type NodeEnvironment } from '../../http/requests/client-address.ts';
import type { SignedIn } from '../../http/signed-in.ts';
import type { Services } from '../../services.ts';
import { ApiProblem } from './problem.ts';

export type ApiContext = Context<NodeEnvironment>;

/** A command starts work; every other request is a read. */
export type RequestKind = 'command' | 'read';

export type Principal = {
  readonly owner: Owner;
  readonly tier: ConversionTier;
  readonly limits: ConversionLimits;
  readonly scopes: readonly ApiScope[];
  /** Absent for visitors without an account. */
  readonly person?: Person;
  /** Id of the API key, if one was used. */
  readonly keyId?: string;
  /** Id of the session, if the request has one. */
  readonly sessionId?: string;
  /** Key that its requests, files and jobs are counted under: the owner, or the network address without an account. */
  readonly countedAs: string;
  /** The same key for visitors without an account. */
  readonly place?: string;
  /** Key of the network address, under which files and jobs of free accounts are counted too. Absent for all others. */
  readonly network?: string;
  /** Key of the network address. */
  readonly address: string;
};

export type Authentication = {
  /**
   * Authenticates an API key, a session or a visitor on this site's pages, and counts the request.
   * @throws ApiProblem INVALID_API_KEY, INSUFFICIENT_SCOPE, FOREIGN_ORIGIN, RATE_LIMIT_EXCEEDED
   */
  require(context: ApiContext, kind: RequestKind, scope: ApiScope): Promise<Principal>;
  /**
   * Authenticates a request that is refused for another reason, so that a wrong key is reported first.
   * @throws ApiProblem INVALID_API_KEY, FOREIGN_ORIGIN
   */
  verify(context: ApiContext): Promise<void>;
  /** Counts a request that needs no authentication. */
  count(context: ApiContext): Promise<void>;
  usage(principal: Principal): Promise<Omit<Count, 'allowed'>>;
};

const VISITOR = 'bakkum_visitor';
const COOKIE_PATH = '/api/v1';
/** Browsers take a cookie with this prefix from this host only, so no other host of the domain can make files belong to its visitor. */
const HOST_ONLY = '__Host-';
const VISITOR_BYTES = 32;
const VISITOR_DAYS = 30;
const DAY_S = 86_400;
/** Wrong keys per address and hour: enough for a misconfigured program, too few for guessing. */
const WRONG_KEYS = 200;
const HOUR_S = 3600;

export function createAuthentication(services: Services, signedIn: SignedIn): Authentication {
  const { database, settings, conversions } = services;
  const counter = createCounter(services);
  const bySession = async (context: ApiContext): Promise<Principal | undefined> => {
    const session = await signedIn.find(context);
    if (!session) return undefined;
    const principal = {
      ...(await principalOfPerson(services, database, session.person, counter.placeOf(context))),
      sessionId: session.id,
    };
    const { limits, network } = principal;
    const adoptionLimits = { ...limits, network, freeBytes: conversions.freeBytes };
    const { name, path, secure } = visitorCookie(settings.origin);
    const visitor = getCookie(context, name);
    // Without room, the files stay with the visitor's cookie, and move when there is some.
    if (visitor && (await adopt(database, ownerOfVisitor(visitor), principal.owner, adoptionLimits))) {
      deleteCookie(context, name, { path, secure });
    }
    return principal;
  };
  const byCookies = async (context: ApiContext): Promise<Principal> => {
    const isOurs = isSameOrigin(context, settings);
    if (!['GET', 'HEAD'].includes(context.req.method) && !isOurs) {
      // A request without `Origin` comes from a program, which needs a key.
      throw context.req.header('Origin') === undefined ? keyMissing(context) : new ApiProblem('FOREIGN_ORIGIN');
    }
    const session = await bySession(context);
    if (session) return session;
    const known = getCookie(context, visitorCookie(settings.origin).name);
    if (!known && !isOurs) throw keyMissing(context);
    const shared = { tier: 'anonymous', limits: CONVERSION_LIMITS.anonymous, scopes: ['convert:read', 'convert:write'] } as const;
    // Counted by address, so that deleting the cookie does not reset the limit.
    const place = counter.placeOf(context);
    return {
      ...shared,
      owner: ownerOfVisitor(known ?? newVisitor(context, settings.origin)),
      countedAs: place,
      address: place,
      place,
    };
  };
  /** @param count counts the request, in the transaction that authenticates an API key */
  const principalOf = async <Counted>(context: ApiContext, count: (sql: Sql, principal: Principal) => Promise<Counted>) => {
    const authorization = context.req.header('Authorization');
    if (authorization !== undefined) return byKey(services, counter, { context, authorization }, count);
    const principal = await byCookies(context);
    return { principal, count: await count(database, principal) };
  };
  return {
    verify: async (context) => void (await principalOf(context, () => Promise.resolve())),
    async require(context, kind, scope) {
      const { principal, count } = await principalOf(context, (sql, found) => counter.countIn(sql, kind, found));
      counter.enforce(context, count);
      if (!principal.scopes.includes(scope)) throw new ApiProblem('INSUFFICIENT_SCOPE', { needed: scope });
      return principal;
    },
    count: (context) => counter.count(context, `reads:${counter.placeOf(context)}`, CONVERSION_LIMITS.anonymous.readsPerHour),
    usage: ({ countedAs, limits }) => requestsLeft(database, `commands:${countedAs}`, limits.commandsPerHour, conversions.now()),
  };
}

type Counter = {
  /** Hash of the client's network address. */
  addressHashOf(context: ApiContext): string;
  /** Key under which the network address is counted. */
  placeOf(context: ApiContext): string;
  /** Counts a request of a principal without enforcing the limit. */
  countIn(sql: Sql, kind: RequestKind, principal: Principal): Promise<Count>;
  /** Sets the rate limit headers. @throws ApiProblem RATE_LIMIT_EXCEEDED */
  enforce(context: ApiContext, count: Count): void;
  /** Counts a request and enforces the limit. @throws ApiProblem RATE_LIMIT_EXCEEDED */
  count(context: ApiContext, key: string, limit: number): Promise<void>;
};

function createCounter({ database, settings, conversions, hashAddress }: Services): Counter {
  const addressHashOf = (context: ApiContext): string => hashAddress(clientAddress(context, settings.trustedProxies));
  const countAs = (sql: Sql, key: string, limit: number): Promise<Count> => countRequest(sql, key, limit, conversions.now());
  const enforce: Counter['enforce'] = (context, count) => {
    const now = conversions.now();
    setRateLimitHeaders(context, count, now);
    if (!count.allowed) throw new ApiProblem('RATE_LIMIT_EXCEEDED', { retry_after: secondsUntil(count.resetsAt, now) });
  };
  return {
    addressHashOf,
    placeOf: (context) => `place:${addressHashOf(context)}`,
    countIn: (sql, kind, { countedAs, limits }) =>
      countAs(sql, `${kind}s:${countedAs}`, kind === 'command' ? limits.commandsPerHour : limits.readsPerHour),
    enforce,
    count: async (context, key, limit) => enforce(context, await countAs(database, key, limit)),
  };
}

type KeyRequest = { readonly context: ApiContext; readonly authorization: string };

/**
 * Finds the owner of an API key, and counts the request with `count` in the same transaction. Losing its writes in a crash is harmless:
 * credits are granted again, and a few requests are not counted.
 * @throws ApiProblem INVALID_API_KEY
 */
async function byKey<Counted>(
  services: Services,
  counter: Counter,
  { context, authorization }: KeyRequest,
  count: (sql: Sql, principal: Principal) => Promise<Counted>,
): Promise<{ readonly principal: Principal; readonly count: Counted }> {
  const secret = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  const address = counter.placeOf(context);
  const find = async (sql: Sql) => {
    const found = secret === undefined ? undefined : await services.apiKeys.check(secret, sql);
    if (!found || !(await keysAreValid({ ...services, database: sql }, found.person))) return undefined;
    const { key, person } = found;
    const principal = { ...(await principalOfPerson(services, sql, person, address)), scopes: key.scopes, keyId: key.id };
    return { principal, count: await count(sql, principal) };
  };
  const found = await services.database.transaction(find, { safely: false });
  if (found) return found;
  await counter.count(context, `wrong-keys:${counter.addressHashOf(context)}`, WRONG_KEYS);
  context.header('WWW-Authenticate', 'Bearer error="invalid_token"');
  throw new ApiProblem('INVALID_API_KEY');
}

function keyMissing(context: ApiContext): ApiProblem {
  context.header('WWW-Authenticate', 'Bearer');
  return new ApiProblem('INVALID_API_KEY');
}

/** The prefix requires https and the path `/`. */
function visitorCookie(origin: string): { readonly name: string; readonly path: string; readonly secure: boolean } {
  const secure = origin.startsWith('https:');
  return secure ? { name: HOST_ONLY + VISITOR, path: '/', secure } : { name: VISITOR, path: COOKIE_PATH, secure };
}

function newVisitor(context: ApiContext, origin: string): string {
  const cookie = randomBytes(VISITOR_BYTES).toString('base64url');
  const { name, ...attributes } = visitorCookie(origin);
  setCookie(context, name, cookie, { ...attributes, httpOnly: true, sameSite: 'Lax', maxAge: VISITOR_DAYS * DAY_S });
  return cookie;
}

function ownerOfVisitor(cookie: string): Owner {
  return visitorOwner(createHash('sha256').update(cookie).digest('base64url'));
}

async function principalOfPerson(services: Services, sql: Sql, person: Person, address: string): Promise<Principal> {
  const { clock, settings, entitle } = services;
  await entitle(person, sql);
  const { plan } = await createLedger(sql, clock.now).balance(person.id);
  const parts = { clock, settings, database: sql };
  const group = await groupLimits(parts, person);
  const agreed = settings.conversions.enterprise.get(person.email) ?? group?.commandsPerHour;
  const isEnterprise = agreed !== undefined || group?.tier === 'enterprise';
  const own = tierOfPlan(await currentPlan(parts, person, plan));
  const tier = isEnterprise ? 'enterprise' : group?.tier === 'pro' ? 'pro' : own;
  const limits = agreed === undefined ? CONVERSION_LIMITS[tier] : withCommands(CONVERSION_LIMITS.enterprise, agreed);
  const owner = personOwner(person.id);
  const counted = { countedAs: owner, address, ...(tier === 'free' && { network: address }) };
  return { owner, tier, limits, scopes: API_SCOPES, person, ...counted };
}

function secondsUntil(moment: Date, now: Date): number {
  return Math.max(1, Math.ceil((moment.getTime() - now.getTime()) / 1000));
}

/** Sets the rate limit headers of the IETF draft, and the older ones that most programs read. */
function setRateLimitHeaders(context: ApiContext, { limit, remaining, resetsAt, allowed }: Count, now: Date): void {
  const seconds = secondsUntil(resetsAt, now);
  context.header('RateLimit-Policy', `"hour";q=${limit};w=${HOUR_S}`);
  context.header('RateLimit', `"hour";r=${remaining};t=${seconds}`);
  context.header('RateLimit-Limit', String(limit));
  context.header('RateLimit-Remaining', String(remaining));
  context.header('RateLimit-Reset', String(seconds));
  if (!allowed) context.header('Retry-After', String(seconds));
}
