import { z } from 'zod';
import { UNSUPPORTED_CHARACTERS } from './text.ts';

/** Error codes of requests. A closed list: clients decide by the code, never by the text. */
export const PROBLEM_CODES = [
  'invalid-request',
  'too-large',
  'address-too-long',
  'unsupported-media-type',
  'foreign-origin',
  'not-signed-in',
  'wrong-credentials',
  'wrong-password',
  'password-needed',
  'sign-in-again',
  'sign-in-service-unavailable',
  'address-unconfirmed',
  'invalid-token',
  'demo-account',
  'too-many-requests',
  'not-found',
  'link-ended',
  'sharing-blocked',
  'no-credits',
  'account-frozen',
  'premium-needed',
  'annual-needed',
  'prompt-refused',
  'moderation-unavailable',
  'translation-unavailable',
  'picture-unreadable',
  'picture-too-small',
  'picture-too-large',
  'picture-too-narrow',
  'picture-refused',
  'too-many-pictures',
  'image-storage-full',
  'shared-storage-full',
  'too-many-designs',
  'no-editing',
  'no-strength',
  'too-many-changes',
  'size-not-available',
  'prompt-language',
  'idempotency-conflict',
  'payments-off',
  'payment-unavailable',
  'sales-closed',
  'price-changed',
  'refund-not-possible',
  'already-subscribed',
  'no-subscription',
  'too-many-keys',
  'method-not-allowed',
  'no-space',
  'busy',
  'unavailable',
  'internal',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** Error codes of fields. */
export const FIELD_PROBLEMS = [
  'required',
  'invalid',
  'too-short',
  'too-long',
  'unknown',
  'unavailable',
  UNSUPPORTED_CHARACTERS,
] as const;
export type FieldProblem = (typeof FIELD_PROBLEMS)[number];

const fieldIssue = z.object({
  /** Path of the field in the body: `email`. */
  field: z.string(),
  problem: z.enum(FIELD_PROBLEMS),
  /** A sentence in the language of the request. */
  message: z.string(),
});

export type FieldIssue = z.infer<typeof fieldIssue>;

/** Body of every answer with status 400 or above: RFC 9457, repeated in `error` for clients that expect it there. */
export const problem = z.object({
  type: z.string(),
  /** In the language of the request. */
  title: z.string(),
  status: z.number().int(),
  error: z.object({
    code: z.enum(PROBLEM_CODES),
    message: z.string(),
    details: z.array(fieldIssue).optional(),
    /** With `too-many-requests`: seconds until the next try, as in `Retry-After`. */
    retryAfter: z.number().int().optional(),
    /** With `prompt-refused`: the words of the prompt to change. */
    terms: z.array(z.string()).optional(),
  }),
});
export type Problem = z.infer<typeof problem>;
