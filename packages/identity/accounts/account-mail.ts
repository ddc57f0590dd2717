import type { deviceName } from '@bakkum/api-contract/device-name';
import type { Person } from './person.ts';

/** An email that the accounts package sends. */
export type AccountMail =
  | { readonly kind: 'verify' | 'reset'; readonly person: Person; readonly token: string }
  | { readonly kind: 'already-registered'; readonly person: Person }
  /** Sent to the new address. */
  | { readonly kind: 'change-address'; readonly person: Person; readonly address: string; readonly token: string }
  /** Sent to the old address; `person` still has the old address. */
  | { readonly kind: 'address-changed'; readonly person: Person; readonly address: string }
  /** Sent after a change and after a reset. */
  | { readonly kind: 'password-changed'; readonly person: Person; readonly at: Date; readonly revokedKeys: number }
  /** Sent when an identity of the organization's sign-in service was connected to an existing account. */
  | { readonly kind: 'sign-in-connected'; readonly person: Person }
  /** Sent after a sign-in from a browser that has not signed in to this account before. `device` is what the browser says it is. */
  | { readonly kind: 'new-sign-in'; readonly person: Person; readonly at: Date; readonly device: ReturnType<typeof deviceName> };
