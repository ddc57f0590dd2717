import { lazy, type ReactNode, Suspense } from 'react';
import { useLocation } from 'react-router';
import { closeSignInPrompt, signInPrompt } from '../session/sign-in-prompt.ts';
import { useStore } from '../state/use-store.ts';

/** Contains React Aria, so it loads when it is first opened. */
const SignInDialog = lazy(async () => ({
  default: (await import('../features/account/sign-in/sign-in-dialog.tsx')).SignInDialog,
}));

/** Shows the sign-in dialog that a page asked for, while that page is shown. */
export function SignInHost(): ReactNode {
  const prompt = useStore(signInPrompt);
  const { pathname } = useLocation();
  if (prompt?.pathname !== pathname) return undefined;
  return (
    <Suspense>
      <SignInDialog prompt={prompt} onClose={closeSignInPrompt} />
    </Suspense>
  );
}
