import { z } from 'zod';
import type { Refusal } from './refusal.ts';

/** better-auth error codes that become answers; every other error is a defect and is rethrown. */
const ANSWERS: Readonly<Record<string, 'wrong' | 'unverified' | 'invalid-token'>> = {
  INVALID_EMAIL_OR_PASSWORD: 'wrong',
  INVALID_PASSWORD: 'wrong',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'wrong',
  EMAIL_NOT_VERIFIED: 'unverified',
  INVALID_TOKEN: 'invalid-token',
  TOKEN_EXPIRED: 'invalid-token',
  USER_NOT_FOUND: 'invalid-token',
};
const authError = z.object({ body: z.object({ code: z.string() }) });

/** Returns the refusal for an error of better-auth. @throws the error itself if it is a defect */
export function answerTo(error: unknown): Refusal {
  const parsed = authError.safeParse(error);
  const outcome = parsed.success ? ANSWERS[parsed.data.body.code] : undefined;
  if (!outcome) throw error;
  return { outcome };
}
