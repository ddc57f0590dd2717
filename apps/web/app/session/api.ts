import type {
  changeEmailRequest,
  changePasswordRequest,
  deleteAccountRequest,
  emailRequest,
  profileRequest,
  resetPasswordRequest,
  sessionResponse,
  sessionsResponse,
  signedInResponse,
  signInRequest,
  signUpRequest,
  tokenRequest,
} from '@bakkum/api-contract/account';
import type { balanceResponse, statementResponse } from '@bakkum/api-contract/credits';
import type { demoResponse, mailboxResponse } from '@bakkum/api-contract/demo';
import type { FieldIssue, Problem, ProblemCode } from '@bakkum/api-contract/problem';
import type { z } from 'zod';

type Call<Body, Answer> = { readonly body: Body; readonly answer: Answer };
type Command<Body extends z.ZodType = z.ZodUndefined> = Call<z.input<Body>, undefined>;
type Question<Answer extends z.ZodType> = Call<undefined, z.infer<Answer>>;

/** What can be asked of the server, with what it takes and answers (packages/api-contract). */
type Calls = {
  'GET /api/account/session': Question<typeof sessionResponse>;
  'GET /api/account/sessions': Question<typeof sessionsResponse>;
  'DELETE /api/account/sessions/{id}': Command;
  'POST /api/account/sessions/revoke-others': Command;
  'POST /api/account/sign-up': Command<typeof signUpRequest>;
  'POST /api/account/resend-verification': Command<typeof emailRequest>;
  'POST /api/account/verify': Command<typeof tokenRequest>;
  'POST /api/account/sign-in': Call<z.input<typeof signInRequest>, z.infer<typeof signedInResponse>>;
  'POST /api/account/sign-out': Command;
  'POST /api/account/forgot-password': Command<typeof emailRequest>;
  'POST /api/account/reset-password': Command<typeof resetPasswordRequest>;
  'POST /api/account/change-password': Command<typeof changePasswordRequest>;
  'POST /api/account/change-email': Command<typeof changeEmailRequest>;
  'POST /api/account/confirm-email': Command<typeof tokenRequest>;
  'PATCH /api/account/profile': Call<z.input<typeof profileRequest>, z.infer<typeof signedInResponse>>;
  'POST /api/account/delete': Command<typeof deleteAccountRequest>;
  'GET /api/credits': Question<typeof balanceResponse>;
  'GET /api/credits/statement': Question<typeof statementResponse>;
  'GET /api/demo': Question<typeof demoResponse>;
  'GET /api/demo/mail': Question<typeof mailboxResponse>;
};

/** Why something was not done. `unreachable`: there was no answer, or none of ours. */
export type Failure = {
  readonly code: ProblemCode | 'unreachable';
  readonly details: readonly FieldIssue[];
  readonly retryAfterS?: number;
};
export type Answer<Body> = { readonly ok: true; readonly body: Body } | { readonly ok: false; readonly failure: Failure };

type Options = { readonly id?: string; readonly query?: Readonly<Record<string, string | number>> };

const UNREACHABLE: Failure = { code: 'unreachable', details: [] };

/** Asks the server. Never throws: no connection is a failure like others. */
export async function call<Name extends keyof Calls>(
  name: Name,
  body?: Calls[Name]['body'],
  { id = '', query = {} }: Options = {},
): Promise<Answer<Calls[Name]['answer']>> {
  const [method = '', path = ''] = name.split(' ');
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString();
  try {
    const response = await fetch(path.replace('{id}', encodeURIComponent(id)) + (search && `?${search}`), {
      method,
      headers: { Accept: 'application/json', ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    // The server holds to the contract: both sides are checked against the same schemas.
    if (response.ok) return { ok: true, body: (text === '' ? undefined : JSON.parse(text)) as Calls[Name]['answer'] };
    return { ok: false, failure: failureOf(JSON.parse(text) as Partial<Problem>) };
  } catch {
    return { ok: false, failure: UNREACHABLE };
  }
}

function failureOf({ error }: Partial<Problem>): Failure {
  if (!error) return UNREACHABLE;
  const { code, details = [], retryAfter } = error;
  return { code, details, ...(retryAfter !== undefined && { retryAfterS: retryAfter }) };
}
