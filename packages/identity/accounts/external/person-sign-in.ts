import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';

/**
 * Adds the function `signInPerson` to better-auth, for people who proved elsewhere who they are. It has no path, so no request reaches it.
 * The session ends when the browser closes, or after a day.
 */
export const personSignIn = {
  id: 'person-sign-in',
  endpoints: {
    signInPerson: createAuthEndpoint({ method: 'POST', body: z.object({ personId: z.uuid() }) }, async (context) => {
      const { internalAdapter } = context.context;
      const user = await internalAdapter.findUserById(context.body.personId);
      if (!user) throw new Error('the account no longer exists');
      const session = await internalAdapter.createSession(user.id, true);
      await setSessionCookie(context, { session, user }, true);
      return { sessionId: session.id };
    }),
  },
} satisfies BetterAuthPlugin;
