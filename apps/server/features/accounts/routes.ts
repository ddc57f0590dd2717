import { Readable } from 'node:stream';
import type { Person } from '@bakkum/accounts/person';
import type { Visitor } from '@bakkum/accounts/visitor';
import * as contract from '@bakkum/api-contract/account';
import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { type ApiApp, answer, createRoutes, jsonBody, PROBLEM } from '../../http/api-routes.ts';
import { type Bytes, createFileSlots } from '../../http/files/file-slots.ts';
import { ProblemError } from '../../http/problem-answer.ts';
import type { ConcurrencyLimits } from '../../http/requests/concurrency-limiter.ts';
import { type SignedIn, sendCookies } from '../../http/signed-in.ts';
import type { Log } from '../../observability/log.ts';
import type { Services } from '../../services.ts';
import { apiKeyRoutes } from './api-key-routes.ts';
import { exportOf } from './export.ts';
import { unwrapOrThrow } from './outcome.ts';
import { sessionRoutes } from './session-routes.ts';
import { singleSignOnRoutes } from './single-sign-on-routes.ts';

const path = (name: string) => `/api/account/${name}` as const;

/** Route whose response does not reveal whether the address has an account. */
function request<Schema extends z.ZodType>(name: string, body: Schema) {
  const accepted = { description: 'Accepted; the response is the same whether or not the account exists' };
  return createRoute({
    method: 'post',
    path: path(name),
    request: jsonBody(body),
    responses: { 202: accepted, default: PROBLEM },
  });
}

function command<Schema extends z.ZodType>(name: string, body: Schema, description = 'Done') {
  const responses = { 204: { description }, default: PROBLEM };
  return createRoute({ method: 'post', path: path(name), request: jsonBody(body), responses });
}

const signUp = request('sign-up', contract.signUpRequest);
const resend = request('resend-verification', contract.emailRequest);
const forgot = request('forgot-password', contract.emailRequest);
const changeEmail = request('change-email', contract.changeEmailRequest);
const verify = createRoute({
  method: 'post',
  path: path('verify'),
  request: jsonBody(contract.confirmRequest),
  responses: {
    200: answer('The address is confirmed; session cookies were set for the user', contract.verifiedResponse),
    default: PROBLEM,
  },
});
const confirmEmail = command('confirm-email', contract.confirmRequest);
const reset = command('reset-password', contract.resetPasswordRequest);
const change = command('change-password', contract.changePasswordRequest, 'Done; every other browser is signed out');
const remove = command('delete', contract.deleteAccountRequest, 'The account is gone');
const signOut = createRoute({
  method: 'post',
  path: path('sign-out'),
  responses: { 204: { description: 'Done' }, default: PROBLEM },
});
const signIn = createRoute({
  method: 'post',
  path: path('sign-in'),
  request: jsonBody(contract.signInRequest),
  responses: { 200: answer('Signed in; session cookies were set', contract.signedInResponse), default: PROBLEM },
});
const session = createRoute({
  method: 'get',
  path: path('session'),
  responses: { 200: answer('The signed-in user, if any', contract.sessionResponse), default: PROBLEM },
});
const profile = createRoute({
  method: 'patch',
  path: path('profile'),
  request: jsonBody(contract.profileRequest),
  responses: { 200: answer('The current account', contract.signedInResponse), default: PROBLEM },
});
const exported = createRoute({
  method: 'get',
  path: path('export'),
  responses: { 200: answer('Everything stored about the user', z.record(z.string(), z.unknown())), default: PROBLEM },
});

/** Account routes: sign-up, sign-in, profile, export and deletion. */
export function accountRoutes(services: Services, signedIn: SignedIn, log: Log): ApiApp {
  const routes = createRoutes();
  addRegistration(routes, services, signedIn.visitor);
  addSignIn(routes, services, signedIn);
  addOwnAccount(routes, services, signedIn);
  routes.route('/', sessionRoutes(services, signedIn));
  routes.route('/', apiKeyRoutes(services, signedIn));
  routes.route('/', singleSignOnRoutes(services, signedIn, log));
  return routes;
}

function addRegistration(routes: ApiApp, { accounts }: Services, visitor: SignedIn['visitor']): void {
  routes.openapi(signUp, async (context) => {
    const { cookies } = unwrapOrThrow(await accounts.signUp(context.req.valid('json'), visitor(context)));
    sendCookies(context, cookies);
    return context.body(null, 202);
  });
  routes.openapi(verify, async (context) => {
    const verified = await accounts.verify(context.req.valid('json'), visitor(context));
    const { person, cookies } = unwrapOrThrow(verified, 'wrong-password');
    sendCookies(context, cookies);
    return context.json({ person: person ? personView(person) : null }, 200);
  });
  routes.openapi(resend, async (context) => {
    unwrapOrThrow(await accounts.resendVerification(context.req.valid('json').email, visitor(context)));
    return context.body(null, 202);
  });
  routes.openapi(forgot, async (context) => {
    unwrapOrThrow(await accounts.requestReset(context.req.valid('json').email, visitor(context)));
    return context.body(null, 202);
  });
  routes.openapi(reset, async (context) => {
    const { cookies } = unwrapOrThrow(await accounts.resetPassword(context.req.valid('json'), visitor(context)));
    sendCookies(context, cookies);
    return context.body(null, 204);
  });
  routes.openapi(confirmEmail, async (context) => {
    unwrapOrThrow(await accounts.confirmEmailChange(context.req.valid('json'), visitor(context)), 'wrong-password');
    return context.body(null, 204);
  });
}

/** Refuses changes that would lock other visitors out of the demo account. */
function refuseDemo(person: Person): Person {
  if (person.demo) throw new ProblemError('demo-account');
  return person;
}

function addSignIn(routes: ApiApp, { accounts }: Services, { visitor, find }: SignedIn): void {
  routes.openapi(signIn, async (context) => {
    const { person, cookies } = unwrapOrThrow(await accounts.signIn(context.req.valid('json'), visitor(context)));
    sendCookies(context, cookies);
    return context.json({ person: personView(person) }, 200);
  });
  routes.openapi(signOut, async (context) => {
    sendCookies(context, await accounts.signOut(visitor(context)));
    return context.body(null, 204);
  });
  routes.openapi(session, async (context) => {
    const current = await find(context);
    return context.json({ person: current ? personView(current.person) : null }, 200);
  });
}

/** Maximum concurrent exports. Each uses little memory. A source is a network address, which may have many accounts. */
const EXPORTING: ConcurrencyLimits = { running: 50, runningPerSource: 1, waiting: 200, waitingPerSource: 4, patienceMs: 20_000 };
/** Milliseconds after which a client that does not read its export is disconnected. */
const EXPORT_STALLED_MS = 30_000;

function addOwnAccount(routes: ApiApp, services: Services, signedIn: SignedIn): void {
  const { accounts } = services;
  const exports = createFileSlots(services.settings.trustedProxies, EXPORTING, EXPORT_STALLED_MS);
  routes.openapi(change, async (context) => {
    refuseDemo((await signedIn.require(context)).person);
    const visitor: Visitor = signedIn.visitor(context);
    const { cookies } = unwrapOrThrow(await accounts.changePassword(context.req.valid('json'), visitor), 'wrong-password');
    sendCookies(context, cookies);
    return context.body(null, 204);
  });
  routes.openapi(changeEmail, async (context) => {
    const { id } = refuseDemo((await signedIn.require(context)).person);
    unwrapOrThrow(await accounts.requestEmailChange(id, context.req.valid('json'), signedIn.visitor(context)), 'wrong-password');
    return context.body(null, 202);
  });
  routes.openapi(profile, async (context) => {
    const { person } = await signedIn.require(context);
    const { firstName, lastName, locale } = context.req.valid('json');
    const changes = { ...(firstName && { firstName }), ...(lastName && { lastName }), ...(locale && { locale }) };
    return context.json({ person: personView(await accounts.updateProfile(person.id, changes)) }, 200);
  });
  // Sent in pieces, while the library expects a whole object.
  routes.openAPIRegistry.registerPath(exported);
  routes.get(exported.path, async (context) => {
    const { person } = await signedIn.require(context);
    return exports.send(context, Number.POSITIVE_INFINITY, async (limited) => {
      // Casts between two type declarations of the same stream.
      const pieces = Readable.toWeb(Readable.from(exportOf(services, person), { objectMode: false })) as Bytes;
      const headers = { 'Content-Type': 'application/json', 'Content-Disposition': 'attachment; filename="account.json"' };
      return context.body(limited(pieces), 200, headers);
    });
  });
  routes.openapi(remove, async (context) => {
    const session = await signedIn.require(context);
    const { id } = refuseDemo(session.person);
    const proof = { password: context.req.valid('json').password, sessionId: session.id };
    unwrapOrThrow(await accounts.deleteAccount(id, proof, signedIn.visitor(context)), 'wrong-password');
    sendCookies(context, await accounts.signOut(signedIn.visitor(context)));
    return context.body(null, 204);
  });
}

function personView({ id, email, firstName, lastName, locale, demo, joinedAt }: Person): contract.PersonView {
  return { id, email, firstName, lastName, locale, demo, joinedAt: joinedAt.toISOString() };
}
