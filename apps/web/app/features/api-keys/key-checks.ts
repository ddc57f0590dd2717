import type { ApiScope } from '@bakkum/api-contract/api-keys';
import type { apiKeys } from '@bakkum/i18n/strings/api/api-keys.en';

/** Key of a message in the namespace `apiKeys`. */
export type KeyMessage = keyof typeof apiKeys;

/** As in packages/api/contract/api-keys.ts; the test beside this file compares them. */
export const SCOPES = ['convert:read', 'convert:write', 'account:read'] as const satisfies readonly ApiScope[];
export const MAX_KEYS = 25;
const NAME_LENGTH = 60;

/** Days until a key expires; empty for never. */
export const LIFETIMES = ['30', '90', '365', ''] as const;
export type Lifetime = (typeof LIFETIMES)[number];

export function checkKeyName(value: string): KeyMessage | undefined {
  const trimmed = value.trim();
  if (trimmed === '') return 'nameRequired';
  return trimmed.length <= NAME_LENGTH && /^[^\p{Cc}<>]+$/u.test(trimmed) ? undefined : 'nameInvalid';
}

/** Returns whether a key has expired. */
export function isOver(expiresAt: string | null, now: Date): boolean {
  return expiresAt !== null && new Date(expiresAt) <= now;
}
