import { boolean, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const accounts = pgSchema('accounts');
const moment = (name: string) => timestamp(name, { withTimezone: true });
const id = () => uuid('id').primaryKey().defaultRandom();
const written = {
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
};

/** The tables as better-auth asks for them; accounts.test.ts compares them with what it wants. */
export const user = accounts.table('users', {
  id: id(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  locale: text('locale').notNull(),
  demo: boolean('demo').notNull().default(false),
  ...written,
});

export const session = accounts.table('sessions', {
  id: id(),
  userId: uuid('user_id').notNull(),
  token: text('token').notNull().unique(),
  expiresAt: moment('expires_at').notNull(),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
  ...written,
});

export const account = accounts.table('credentials', {
  id: id(),
  userId: uuid('user_id').notNull(),
  accountId: text('account_id').notNull(),
  providerId: text('provider_id').notNull(),
  password: text('password'),
  accessToken: text('access_token'),
  refreshToken: text('refresh_token'),
  idToken: text('id_token'),
  accessTokenExpiresAt: moment('access_token_expires_at'),
  refreshTokenExpiresAt: moment('refresh_token_expires_at'),
  scope: text('scope'),
  ...written,
});

export const verification = accounts.table('verifications', {
  id: id(),
  identifier: text('identifier').notNull(),
  value: text('value').notNull(),
  expiresAt: moment('expires_at').notNull(),
  ...written,
});
