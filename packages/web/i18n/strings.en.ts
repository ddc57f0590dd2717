/** English is the source: every other language has exactly these keys. */
import { PROBLEM_TITLES } from '@bakkum/api-contract/problem-titles';
import { errors } from '@bakkum/messages/errors.en';
import { warnings } from '@bakkum/messages/warnings.en';
import { account } from './strings/account.en.ts';
import { accountForms } from './strings/account-forms.en.ts';
import { apiDocs } from './strings/api-docs.en.ts';
import { apiKeys } from './strings/api-keys.en.ts';
import { articles } from './strings/articles.en.ts';
import { batch } from './strings/batch.en.ts';
import { changeEmail } from './strings/change-email.en.ts';
import { cloud } from './strings/cloud.en.ts';
import { cloudShare } from './strings/cloud-share.en.ts';
import { contact } from './strings/contact.en.ts';
import { conversion } from './strings/conversion.en.ts';
import { converter } from './strings/converter.en.ts';
import { credits } from './strings/credits.en.ts';
import { forgotPassword } from './strings/forgot-password.en.ts';
import { home } from './strings/home.en.ts';
import { how } from './strings/how.en.ts';
import { licenses } from './strings/licenses.en.ts';
import { mailbox } from './strings/mailbox.en.ts';
import { offline } from './strings/offline.en.ts';
import { pairs } from './strings/pairs.en.ts';
import { payment } from './strings/payment.en.ts';
import { pricing } from './strings/pricing.en.ts';
import { quick } from './strings/quick.en.ts';
import { receipts } from './strings/receipts.en.ts';
import { resetPassword } from './strings/reset-password.en.ts';
import { shell } from './strings/shell.en.ts';
import { signIn } from './strings/sign-in.en.ts';
import { status } from './strings/status.en.ts';
import { studio } from './strings/studio.en.ts';
import { verifyEmail } from './strings/verify-email.en.ts';
import { webhooks } from './strings/webhooks.en.ts';

export const en = {
  shell,
  home,
  how,
  converter,
  contact,
  conversion,
  errors,
  warnings,
  licenses,
  offline,
  pairs,
  apiDocs,
  apiKeys,
  articles,
  batch,
  cloud,
  cloudShare,
  quick,
  problems: PROBLEM_TITLES.en,
  account,
  accountForms,
  changeEmail,
  credits,
  forgotPassword,
  mailbox,
  payment,
  pricing,
  receipts,
  resetPassword,
  signIn,
  status,
  studio,
  verifyEmail,
  webhooks,
} as const;

export type Strings = typeof en;
