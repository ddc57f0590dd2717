import { PROBLEM_TITLES } from '@bakkum/api-contract/problem-titles';
import { errors } from '@bakkum/messages/errors.ko';
import { warnings } from '@bakkum/messages/warnings.ko';
import type { Translation } from './message.ts';
import { account } from './strings/account.ko.ts';
import { accountForms } from './strings/account-forms.ko.ts';
import { apiDocs } from './strings/api-docs.ko.ts';
import { apiKeys } from './strings/api-keys.ko.ts';
import { articles } from './strings/articles.ko.ts';
import { batch } from './strings/batch.ko.ts';
import { changeEmail } from './strings/change-email.ko.ts';
import { cloud } from './strings/cloud.ko.ts';
import { cloudShare } from './strings/cloud-share.ko.ts';
import { contact } from './strings/contact.ko.ts';
import { conversion } from './strings/conversion.ko.ts';
import { converter } from './strings/converter.ko.ts';
import { credits } from './strings/credits.ko.ts';
import { forgotPassword } from './strings/forgot-password.ko.ts';
import { home } from './strings/home.ko.ts';
import { how } from './strings/how.ko.ts';
import { licenses } from './strings/licenses.ko.ts';
import { mailbox } from './strings/mailbox.ko.ts';
import { offline } from './strings/offline.ko.ts';
import { pairs } from './strings/pairs.ko.ts';
import { payment } from './strings/payment.ko.ts';
import { pricing } from './strings/pricing.ko.ts';
import { quick } from './strings/quick.ko.ts';
import { receipts } from './strings/receipts.ko.ts';
import { resetPassword } from './strings/reset-password.ko.ts';
import { shell } from './strings/shell.ko.ts';
import { signIn } from './strings/sign-in.ko.ts';
import { status } from './strings/status.ko.ts';
import { studio } from './strings/studio.ko.ts';
import { verifyEmail } from './strings/verify-email.ko.ts';
import { webhooks } from './strings/webhooks.ko.ts';
import type { Strings } from './strings.en.ts';

export const ko = {
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
  problems: PROBLEM_TITLES.ko,
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
} satisfies {
  readonly [Name in keyof Strings]: Translation<Strings[Name]>;
};
