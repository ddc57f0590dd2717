import { ACCOUNTS_MIGRATIONS } from '@bakkum/accounts/migrations';
import { CONTACT_MIGRATIONS } from '@bakkum/contact/migrations';
import { CREDITS_MIGRATIONS } from '@bakkum/credits/migrations';
import type { Migrations } from '@bakkum/database/migrate';
import { STUDIO_MIGRATIONS } from '@bakkum/image-studio/migrations';
import { MAIL_MIGRATIONS } from '@bakkum/mail/migrations';

/** The tables of every package the server uses. */
export const MIGRATIONS: readonly Migrations[] = [
  ACCOUNTS_MIGRATIONS,
  CREDITS_MIGRATIONS,
  CONTACT_MIGRATIONS,
  MAIL_MIGRATIONS,
  STUDIO_MIGRATIONS,
];
