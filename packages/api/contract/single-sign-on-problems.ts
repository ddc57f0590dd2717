/** What pages need of the contract, without its schemas, whose library they do not load. */

/** Reasons why a sign-in at the service failed. The sign-in page has a sentence for each. */
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
