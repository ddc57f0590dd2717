import { z } from 'zod';
import { text } from './text.ts';

/** Scopes of an API key. */
export const API_SCOPES = ['convert:read', 'convert:write', 'account:read'] as const;
export type ApiScope = (typeof API_SCOPES)[number];

export const API_KEY_NAME_LENGTH = 60;
/** Lifetime of a key whose request names none. */
const API_KEY_DAYS = 365;
/** Maximum number of API keys per account. */
export const MAX_API_KEYS = 25;

const moment = z.iso.datetime();
const scopes = z
  .array(z.enum(API_SCOPES))
  .min(1)
  .transform((given) => API_SCOPES.filter((scope) => given.includes(scope)));

/** POST /api/account/api-keys */
export const apiKeyRequest = z.object({
  name: text()
    .trim()
    .min(1)
    .max(API_KEY_NAME_LENGTH)
    .regex(/^[^\p{Cc}<>]+$/u),
  scopes,
  /** Lifetime in days, a year by default. `null` makes a key that never expires. */
  days: z.number().int().min(1).max(3650).nullable().default(API_KEY_DAYS),
});

export const apiKeyView = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The visible prefix of the key. */
  prefix: z.string(),
  scopes: z.array(z.enum(API_SCOPES)),
  madeAt: moment,
  usedAt: moment.nullable(),
  expiresAt: moment.nullable(),
});
export type ApiKeyView = z.infer<typeof apiKeyView>;

/** Answer to creating a key; `secret` is the whole key and is shown only here. */
export const apiKeyMade = z.object({ key: apiKeyView, secret: z.string() });
/** GET /api/account/api-keys: newest first. */
export const apiKeysResponse = z.object({ keys: z.array(apiKeyView) });
