import { PASSWORD_LENGTH } from '@bakkum/api-contract/account';
import { RETENTION_DAYS } from '@bakkum/api-contract/retention';
import type { Database } from '@bakkum/database/database';
import { betterAuth } from 'better-auth/minimal';
import { authAdapter, TABLES } from './auth-database.ts';
import { recordDatabaseFailures, rejectWithDatabaseFailures } from './database-failures.ts';
import { personSignIn } from './external/person-sign-in.ts';
import type { Passwords } from './passwords/password.ts';
import { hashSessionTokens } from './session-tokens.ts';

const DAY_S = 24 * 3600;

/** A person in the form better-auth passes to its email callbacks. */
export type AuthUser = { readonly id: string; readonly email: string };

export type AuthParts = {
  readonly database: Pick<Database, 'execute'>;
  readonly passwords: Passwords;
  readonly origin: string;
  readonly secret: string;
  /** Milliseconds by which the system clock, which better-auth reads, is ahead of the database. Default 0. */
  readonly skewMs?: () => number;
  readonly sendVerification: (user: AuthUser, token: string) => Promise<void>;
  readonly tellExisting: (user: AuthUser) => Promise<void>;
};

export type Auth = ReturnType<typeof createAuth>;

/**
 * Configures better-auth. Only its functions are used, never its routes, so that limits, origin checks and answers stay under our
 * control.
 */
export function createAuth(parts: AuthParts) {
  const { database, passwords, origin, secret } = parts;
  const adapter = authAdapter(database, parts.skewMs ?? (() => 0));
  const auth = betterAuth({
    appName: 'Bakkum',
    baseURL: origin,
    trustedOrigins: [origin],
    secret,
    database: (options: Parameters<typeof adapter>[0]) => hashSessionTokens(recordDatabaseFailures(adapter(options))),
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      autoSignIn: false,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      password: passwords,
      onExistingUserSignUp: ({ user }) => parts.tellExisting(user),
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: false,
      // `Accounts.verify` has checked by then that the browser belongs to the account.
      autoSignInAfterVerification: true,
      expiresIn: DAY_S,
      sendVerificationEmail: ({ user, token }) => parts.sendVerification(user, token),
    },
    session: {
      modelName: TABLES.session,
      expiresIn: RETENTION_DAYS.rememberedSession * DAY_S,
      updateAge: DAY_S,
      cookieCache: { enabled: false },
    },
    account: { modelName: TABLES.account },
    verification: { modelName: TABLES.verification },
    user: {
      modelName: TABLES.user,
      additionalFields: {
        firstName: { type: 'string', required: true },
        lastName: { type: 'string', required: true },
        locale: { type: 'string', required: true },
        demo: { type: 'boolean', required: false, input: false, defaultValue: false },
      },
    },
    plugins: [personSignIn],
    rateLimit: { enabled: false },
    logger: { disabled: true },
    telemetry: { enabled: false },
    advanced: {
      ...cookiesOf(origin),
      database: { generateId: 'uuid', validateSchema: false },
      ipAddress: { disableIpTracking: true },
    },
  });
  return { ...auth, api: rejectWithDatabaseFailures(auth.api) };
}

/** Browsers take a cookie named `__Host-…` from this host only, so no other host of the domain can replace a session by its own. */
function cookiesOf(origin: string) {
  const secure = origin.startsWith('https:');
  return { cookiePrefix: secure ? '__Host-bakkum' : 'bakkum', useSecureCookies: false, defaultCookieAttributes: { secure } };
}
