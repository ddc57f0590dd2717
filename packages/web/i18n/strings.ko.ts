import { PROBLEM_TITLES } from '@bakkum/api-contract/problem-titles';
import { errors } from '@bakkum/messages/errors.ko';
import { warnings } from '@bakkum/messages/warnings.ko';
import type { Translation } from './message.ts';
import { account } from './strings/account/account.ko.ts';
import { accountForms } from './strings/account/account-forms.ko.ts';
import { changeEmail } from './strings/account/change-email.ko.ts';
import { forgotPassword } from './strings/account/forgot-password.ko.ts';
import { mailbox } from './strings/account/mailbox.ko.ts';
import { resetPassword } from './strings/account/reset-password.ko.ts';
import { signIn } from './strings/account/sign-in.ko.ts';
import { signInDialog } from './strings/account/sign-in-dialog.ko.ts';
import { signInMethods, singleSignOn, singleSignOnProblems } from './strings/account/single-sign-on.ko.ts';
import { verifyEmail } from './strings/account/verify-email.ko.ts';
import { apiDocs } from './strings/api/api-docs.ko.ts';
import { apiKeys } from './strings/api/api-keys.ko.ts';
import { webhooks } from './strings/api/webhooks.ko.ts';
import { credits } from './strings/billing/credits.ko.ts';
import { packs } from './strings/billing/packs.ko.ts';
import { payment } from './strings/billing/payment.ko.ts';
import { paymentWindow } from './strings/billing/payment-window.ko.ts';
import { pricing } from './strings/billing/pricing.ko.ts';
import { receipts } from './strings/billing/receipts.ko.ts';
import { renewal } from './strings/billing/renewal.ko.ts';
import { cloud } from './strings/cloud/cloud.ko.ts';
import { cloudShare } from './strings/cloud/cloud-share.ko.ts';
import { batch } from './strings/conversion/batch.ko.ts';
import { comparison } from './strings/conversion/comparison.ko.ts';
import { conversion } from './strings/conversion/conversion.ko.ts';
import { converter } from './strings/conversion/converter.ko.ts';
import { extension } from './strings/conversion/extension.ko.ts';
import { offline } from './strings/conversion/offline.ko.ts';
import { pairs } from './strings/conversion/pairs.ko.ts';
import { quick } from './strings/conversion/quick.ko.ts';
import { signature } from './strings/conversion/signature.ko.ts';
import { workbench } from './strings/conversion/workbench.ko.ts';
import { articles } from './strings/site/articles.ko.ts';
import { contact } from './strings/site/contact.ko.ts';
import { home } from './strings/site/home.ko.ts';
import { homeSections } from './strings/site/home-sections.ko.ts';
import { how } from './strings/site/how.ko.ts';
import { licenses } from './strings/site/licenses.ko.ts';
import { missing } from './strings/site/missing.ko.ts';
import { notStored } from './strings/site/not-stored.ko.ts';
import { shell } from './strings/site/shell.ko.ts';
import { status } from './strings/site/status.ko.ts';
import { imageShare } from './strings/studio/image-share.ko.ts';
import { studio } from './strings/studio/studio.ko.ts';
import type { Strings } from './strings.en.ts';

export const ko = {
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
  problems: PROBLEM_TITLES.ko,
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
} satisfies {
  readonly [Name in keyof Strings]: Translation<Strings[Name]>;
};
