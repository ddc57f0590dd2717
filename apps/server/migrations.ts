import { ACCOUNTS_MIGRATIONS } from '@bakkum/accounts/migrations';
import { ANALYTICS_MIGRATIONS } from '@bakkum/analytics/migrations';
import { CONTACT_MIGRATIONS } from '@bakkum/contact/migrations';
import { CONVERSIONS_MIGRATIONS } from '@bakkum/conversion-jobs/migrations';
import { CREDITS_MIGRATIONS } from '@bakkum/credits/migrations';
import type { Migrations } from '@bakkum/database/migrate';
import { STUDIO_MIGRATIONS } from '@bakkum/image-studio/migrations';
import { MAIL_MIGRATIONS } from '@bakkum/mail/migrations';
import { PAYMENT_MIGRATIONS } from '@bakkum/payment/migrations';
import { RATINGS_MIGRATIONS } from '@bakkum/ratings/migrations';
import { STATUS_MIGRATIONS } from '@bakkum/status/migrations';

/** Migrations of every package with tables. */
export const MIGRATIONS: readonly Migrations[] = [
  ACCOUNTS_MIGRATIONS,
  CREDITS_MIGRATIONS,
  CONTACT_MIGRATIONS,
  MAIL_MIGRATIONS,
  PAYMENT_MIGRATIONS,
  STUDIO_MIGRATIONS,
  STATUS_MIGRATIONS,
  ANALYTICS_MIGRATIONS,
  RATINGS_MIGRATIONS,
  CONVERSIONS_MIGRATIONS,
];
