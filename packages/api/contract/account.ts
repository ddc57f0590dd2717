import { z } from 'zod';
import { text } from './text.ts';

/** Minimum and maximum lengths of form fields; the server enforces the same ones. */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;
const NAME_LENGTH = 60;
const EMAIL_LENGTH = 254;
const TOKEN_LENGTH = 2000;

export const email = text().trim().toLowerCase().min(1).max(EMAIL_LENGTH).pipe(z.email());
const newPassword = text().min(PASSWORD_LENGTH.min).max(PASSWORD_LENGTH.max);
/** An existing password: it is compared, not checked against the rules for new ones. */
const password = text().min(1).max(PASSWORD_LENGTH.max);
const name = text()
  .trim()
  .min(1)
  .max(NAME_LENGTH)
  .regex(/^[^\p{Cc}<>]+$/u);
const token = text().min(1).max(TOKEN_LENGTH);
const locale = z.enum(['en', 'ko']);
const moment = z.iso.datetime();

/** Bodies of requests under /api/account. Unknown fields are ignored. */
export const signUpRequest = z.object({
  email,
  password: newPassword,
  /** Names are optional; a given one must be valid. */
  firstName: name.default(''),
  lastName: name.default(''),
  locale,
});
export const emailRequest = z.object({ email });
/** Without a password, a browser that is not known to belong to the account is answered `password-needed`. */
export const confirmRequest = z.object({ token, password: password.optional() });
/** `remember` keeps the session for 30 days; otherwise it ends when the browser closes. */
export const signInRequest = z.object({ email, password, remember: z.boolean().default(false) });
/** `revokeApiKeys` also ends the programs that use the account. */
const revokeApiKeys = z.boolean().default(false);
export const resetPasswordRequest = z.object({ token, password: newPassword, revokeApiKeys });
export const changePasswordRequest = z.object({ current: password, next: newPassword, revokeApiKeys });
/** The password is required again: access to the browser is not enough to change the address. */
export const changeEmailRequest = z.object({ email, password });
export const profileRequest = z.object({ firstName: name, lastName: name, locale }).partial();
/** Accounts without a password need a recent sign-in instead, otherwise the answer is `sign-in-again`. */
export const deleteAccountRequest = z.object({ password: password.optional() });

/** A person with an account, as the site shows them. */
export const person = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  locale,
  /** True for the account seeded by demo mode. */
  demo: z.boolean(),
  joinedAt: moment,
});
export type PersonView = z.infer<typeof person>;

/** GET /api/account/session; `person` is null when nobody is signed in. */
export const sessionResponse = z.object({ person: person.nullable() });
export const signedInResponse = z.object({ person });

export const sessionRow = z.object({
  id: z.string(),
  signedInAt: moment,
  usedAt: moment,
  expiresAt: moment,
  userAgent: z.string(),
  /** True for the session of this request. */
  current: z.boolean(),
});
/** GET /api/account/sessions */
export const sessionsResponse = z.object({ sessions: z.array(sessionRow) });
/** POST /api/account/verify; `person` is signed in, and null if the address was confirmed before. */
export const verifiedResponse = z.object({ person: person.nullable() });
