/** English is the source: every other language has exactly these keys. */
import { PROBLEM_TITLES } from '@bakkum/api-contract/problem-titles';
import { errors } from '@bakkum/messages/errors.en';
import { warnings } from '@bakkum/messages/warnings.en';
import { account } from './strings/account/account.en.ts';
import { accountForms } from './strings/account/account-forms.en.ts';
import { changeEmail } from './strings/account/change-email.en.ts';
import { forgotPassword } from './strings/account/forgot-password.en.ts';
import { mailbox } from './strings/account/mailbox.en.ts';
import { resetPassword } from './strings/account/reset-password.en.ts';
import { signIn } from './strings/account/sign-in.en.ts';
import { signInDialog } from './strings/account/sign-in-dialog.en.ts';
import { signInMethods, singleSignOn, singleSignOnProblems } from './strings/account/single-sign-on.en.ts';
import { verifyEmail } from './strings/account/verify-email.en.ts';
import { apiDocs } from './strings/api/api-docs.en.ts';
import { apiKeys } from './strings/api/api-keys.en.ts';
import { webhooks } from './strings/api/webhooks.en.ts';
import { credits } from './strings/billing/credits.en.ts';
import { packs } from './strings/billing/packs.en.ts';
import { payment } from './strings/billing/payment.en.ts';
import { paymentWindow } from './strings/billing/payment-window.en.ts';
import { pricing } from './strings/billing/pricing.en.ts';
import { receipts } from './strings/billing/receipts.en.ts';
import { renewal } from './strings/billing/renewal.en.ts';
import { cloud } from './strings/cloud/cloud.en.ts';
import { cloudShare } from './strings/cloud/cloud-share.en.ts';
import { batch } from './strings/conversion/batch.en.ts';
import { comparison } from './strings/conversion/comparison.en.ts';
import { conversion } from './strings/conversion/conversion.en.ts';
import { converter } from './strings/conversion/converter.en.ts';
import { extension } from './strings/conversion/extension.en.ts';
import { offline } from './strings/conversion/offline.en.ts';
import { pairs } from './strings/conversion/pairs.en.ts';
import { quick } from './strings/conversion/quick.en.ts';
import { signature } from './strings/conversion/signature.en.ts';
import { workbench } from './strings/conversion/workbench.en.ts';
import { articles } from './strings/site/articles.en.ts';
import { contact } from './strings/site/contact.en.ts';
import { home } from './strings/site/home.en.ts';
import { homeSections } from './strings/site/home-sections.en.ts';
import { how } from './strings/site/how.en.ts';
import { licenses } from './strings/site/licenses.en.ts';
import { missing } from './strings/site/missing.en.ts';
import { notStored } from './strings/site/not-stored.en.ts';
import { shell } from './strings/site/shell.en.ts';
import { status } from './strings/site/status.en.ts';
import { imageShare } from './strings/studio/image-share.en.ts';
import { studio } from './strings/studio/studio.en.ts';

export const en = {
  shell,
  home,
  homeSections,
  how,
  converter,
  contact,
  comparison,
  conversion,
  errors,
  extension,
  warnings,
  licenses,
  missing,
  notStored,
  offline,
  pairs,
  apiDocs,
  apiKeys,
  articles,
  batch,
  cloud,
  cloudShare,
  imageShare,
  quick,
  workbench,
  problems: PROBLEM_TITLES.en,
  account,
  accountForms,
  changeEmail,
  credits,
  forgotPassword,
  mailbox,
  packs,
  payment,
  pricing,
  paymentWindow,
  receipts,
  renewal,
  resetPassword,
  signIn,
  signInDialog,
  signInMethods,
  singleSignOn,
  singleSignOnProblems,
  status,
  signature,
  studio,
  verifyEmail,
  webhooks,
} as const;

export type Strings = typeof en;
