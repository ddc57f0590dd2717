import { createStore } from '../state/create-store.ts';
import type { PendingOrder } from './pending-task.ts';

/** Why an account is needed. Selects the text of the dialog. */
export type SignInReason = 'generate' | 'edit' | 'checkout' | 'cloud' | 'shared';

export type SignInPrompt = {
  readonly reason: SignInReason;
  /** Path of the page that asked; the dialog closes when it is left. */
  readonly pathname: string;
  /** Where the person continues, with query and hash. */
  readonly path: string;
  readonly order?: PendingOrder;
};

/** The open sign-in dialog, if any. */
export const signInPrompt = createStore<SignInPrompt | undefined>(undefined);

/** Opens the sign-in dialog over the current page, whose loader must send `SIGN_IN_MESSAGES`. */
export function askToSignIn(reason: SignInReason, order?: PendingOrder): void {
  const { pathname, search, hash } = location;
  signInPrompt.set({ reason, pathname, path: pathname + search + hash, ...(order !== undefined && { order }) });
}

export function closeSignInPrompt(): void {
  signInPrompt.set(undefined);
}

/** Namespaces of the sign-in dialog. */
export const SIGN_IN_MESSAGES = ['signInDialog', 'signIn', 'singleSignOn', 'accountForms', 'problems'] as const;
