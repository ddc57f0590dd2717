import type { Person } from './person.ts';

/** An email that the accounts package sends. */
export type AccountMail =
  | { readonly kind: 'verify' | 'reset'; readonly person: Person; readonly token: string }
  | { readonly kind: 'already-registered'; readonly person: Person }
  /** Sent to the new address. */
  | { readonly kind: 'change-address'; readonly person: Person; readonly address: string; readonly token: string }
  /** Sent to the old address; `person` still has the old address. */
  | { readonly kind: 'address-changed'; readonly person: Person; readonly address: string };
