import type { ContactSubject } from '@bakkum/api-contract/contact-rules';

/** Subject names in emails to the operator. */
export const SUBJECT_NAMES: Readonly<Record<ContactSubject, string>> = {
  general: 'General inquiry',
  technical: 'Technical support',
  bug: 'Bug report',
  feature: 'Feature request',
  billing: 'Billing question',
  account: 'Account issue',
  partnership: 'Partnership',
  other: 'Other',
};
