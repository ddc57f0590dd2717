import { z } from 'zod';

/** What a key may be used for. */
export const API_SCOPES = ['convert:read', 'convert:write', 'account:read'] as const;
export type ApiScope = (typeof API_SCOPES)[number];

export const API_KEY_NAME_LENGTH = 60;
/** Of one account. */
export const MOST_API_KEYS = 25;

const moment = z.iso.datetime();
const scopes = z
  .array(z.enum(API_SCOPES))
  .min(1)
  .transform((given) => API_SCOPES.filter((scope) => given.includes(scope)));

/** POST /api/account/api-keys */
export const apiKeyRequest = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .max(API_KEY_NAME_LENGTH)
    .regex(/^[^\p{Cc}<>]+$/u),
  scopes,
  /** Days until it ends by itself; without it, it does not. */
  days: z.number().int().min(1).max(3650).optional(),
});

export const apiKeyView = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The part that may be shown: how a key begins. */
  prefix: z.string(),
  scopes: z.array(z.enum(API_SCOPES)),
  madeAt: moment,
  usedAt: moment.nullable(),
  expiresAt: moment.nullable(),
});
export type ApiKeyView = z.infer<typeof apiKeyView>;

/** The answer to making one; `secret` is the whole key, and never told again. */
export const apiKeyMade = z.object({ key: apiKeyView, secret: z.string() });
/** GET /api/account/api-keys: newest first. */
export const apiKeysResponse = z.object({ keys: z.array(apiKeyView) });
