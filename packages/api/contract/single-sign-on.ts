import { z } from 'zod';
import { text } from './text.ts';

const PATH_LENGTH = 2000;
const PASSWORD_LENGTH = 128;

/** Path of this site to open after signing in. Others are ignored. */
const next = text().max(PATH_LENGTH).optional();
const locale = z.enum(['en', 'ko']);

/** POST /api/account/single-sign-on */
export const singleSignOnRequest = z.object({ next, locale });
/** POST /api/account/single-sign-on/connect; asks for the password again, because the connection gives access to the account. */
export const connectRequest = z.object({ next, locale, password: text().min(1).max(PASSWORD_LENGTH) });
/** URL of the sign-in service to open. */
export const singleSignOnResponse = z.object({ url: z.url() });

/** GET /api/account/sign-in-methods */
export const signInMethodsResponse = z.object({
  password: z.boolean(),
  /** The sign-in service of the organization; absent if none is configured. */
  service: z
    .object({
      name: z.string(),
      connected: z.boolean(),
      /** Groups at the last sign-in that give limits. */
      groups: z.array(z.string()),
      /** Until when these limits apply without another sign-in; absent without groups. */
      until: z.iso.datetime().optional(),
    })
    .optional(),
});
export type SignInMethodsView = z.infer<typeof signInMethodsResponse>;

/** Why somebody who came back from the sign-in service is not signed in. The sign-in page says it in words. */
export const SINGLE_SIGN_ON_PROBLEMS = [
  'expired',
  'canceled',
  'invalid',
  'unavailable',
  'limited',
  'not-member',
  'email-missing',
  'email-unverified',
  'email-taken',
  'connected-elsewhere',
] as const;
export type SingleSignOnProblem = (typeof SINGLE_SIGN_ON_PROBLEMS)[number];

/** Query parameter of the sign-in and account pages for such a problem. */
export const SINGLE_SIGN_ON_PARAMETER = 'sso';

export function isSingleSignOnProblem(given: string | null): given is SingleSignOnProblem {
  return SINGLE_SIGN_ON_PROBLEMS.some((problem) => problem === given);
}
