import type { Person } from './person.ts';

/** A mail that accounts ask for. */
export type AccountMail =
  | { readonly kind: 'verify' | 'reset'; readonly person: Person; readonly token: string }
  | { readonly kind: 'already-registered'; readonly person: Person }
  /** To the new address. */
  | { readonly kind: 'change-address'; readonly person: Person; readonly address: string; readonly token: string }
  /** To the old address; `person` is as before. */
  | { readonly kind: 'address-changed'; readonly person: Person; readonly address: string };
