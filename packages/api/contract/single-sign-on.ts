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
