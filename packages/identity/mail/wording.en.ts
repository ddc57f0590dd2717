import { formatDay, formatMoment, formatMoney, type Wordings } from './wording.ts';

const LOCALE = 'en';
const PLANS = { monthly: 'Monthly Pro', annual: 'Annual Pro' } as const;

/** English texts of the emails. */
export const ENGLISH: Wordings = {
  'verify-email': ({ name, url }, brand) => ({
    subject: `Confirm your e-mail address for ${brand.name}`,
    paragraphs: [`Hello ${name},`, `Please confirm that this is your address. Then your ${brand.name} account is ready.`],
    action: { label: 'Confirm address', url },
    note: 'The link works for 24 hours. If you did not create an account, you can ignore this mail: nothing happens without the link.',
  }),
  'reset-password': ({ name, url }, brand) => ({
    subject: `Choose a new ${brand.name} password`,
    paragraphs: [`Hello ${name},`, 'You asked for a new password. Choose it on this page; every device is signed out then.'],
    action: { label: 'Choose a password', url },
    note: 'The link works once, for one hour. If it was not you who asked, you can ignore this mail: your password stays as it is.',
  }),
  'sign-up-attempt': ({ name, url }, brand) => ({
    subject: `You already have a ${brand.name} account`,
    paragraphs: [
      `Hello ${name},`,
      'Somebody tried to use your address for an account. You already have one, so nothing was changed.',
      'If it was you, sign in; there you can also ask for a new password.',
    ],
    action: { label: 'Sign in', url },
    note: 'If it was not you, you need not do anything.',
  }),
  'change-address': ({ name, url }, brand) => ({
    subject: `Confirm your new address for ${brand.name}`,
    paragraphs: [
      `Hello ${name},`,
      `You asked to use this address for your ${brand.name} account. Please confirm that it is yours.`,
    ],
    action: { label: 'Use this address', url },
    note: 'The link works once, for 24 hours. If it was not you who asked, you can ignore this mail: nothing happens without the link.',
  }),
  'address-changed': ({ name, address }, brand) => ({
    subject: `Your ${brand.name} address was changed`,
    paragraphs: [`Hello ${name},`, `Your account now uses the address ${address}. Mail no longer goes to this one.`],
    note: 'If you did not do this, please answer to this mail at once.',
  }),
  receipt: ({ name, plan, amount, currency, paymentId, paidAt, paidFrom, paidUntil, url }, brand) => ({
    subject: `Your ${brand.name} receipt`,
    paragraphs: [
      `Hello ${name},`,
      'Thank you. Your payment has arrived.',
      `${PLANS[plan]}: ${formatMoney(amount, currency, LOCALE)}, paid on ${formatMoment(paidAt, LOCALE)} (UTC).`,
      `The plan runs from ${formatDay(paidFrom, LOCALE)} until ${formatDay(paidUntil, LOCALE)}. It ends by itself; nothing more is charged.`,
    ],
    action: { label: 'Receipt to print', url },
    note: `Payment number: ${paymentId}`,
  }),
  refund: ({ name, plan, amount, currency, paymentId, refundedAt }, brand) => ({
    subject: `Your ${brand.name} refund`,
    paragraphs: [
      `Hello ${name},`,
      `We have refunded ${formatMoney(amount, currency, LOCALE)} for ${PLANS[plan]} on ${formatMoment(refundedAt, LOCALE)} (UTC). The plan has ended, and the credits that were left were taken back.`,
    ],
    note: `Payment number: ${paymentId}. It can take some days until the money is on your account.`,
  }),
  'contact-answer': ({ name, number, question, answer }, brand) => ({
    subject: `Your message to ${brand.name} (#${number})`,
    paragraphs: [`Hello ${name},`, ...answer.split(/\n{2,}/)],
    note: `You wrote: ${question}`,
  }),
  'plan-ending': ({ name, plan, endsAt, credits, url }, brand) => ({
    subject: `Your ${brand.name} plan ends on ${formatDay(endsAt, LOCALE)}`,
    paragraphs: [
      `Hello ${name},`,
      `${PLANS[plan]} ends on ${formatMoment(endsAt, LOCALE)} (UTC). It is not renewed by itself, and nothing is charged.`,
      credits === 0
        ? 'A new payment goes on from that day.'
        : `Credits that are left by then end with it: now ${credits === 1 ? 'that is 1 credit' : `these are ${credits} credits`}. A new payment goes on from that day.`,
    ],
    action: { label: 'See the plans', url },
    note: 'We send this mail once, three days before a plan ends.',
  }),
  'cycle-ending': ({ name, credits, resetsAt, url }, brand) => ({
    subject: `${credits === 1 ? '1 credit' : `${credits} credits`} left until ${formatDay(resetsAt, LOCALE)}`,
    paragraphs: [
      `Hello ${name},`,
      `Your ${brand.name} credits are renewed on ${formatMoment(resetsAt, LOCALE)} (UTC). What is left by then is not carried over: now ${credits === 1 ? 'that is 1 credit' : `these are ${credits} credits`}.`,
    ],
    action: { label: 'Create images', url },
    note: 'We send this mail once a cycle, if credits are left.',
  }),
  'cloud-invitation': ({ inviter, format, url }, brand) => ({
    subject: `${inviter} shares a file with you on ${brand.name}`,
    paragraphs: [
      'Hello,',
      `${inviter} converted a file to ${format} on ${brand.name} and shares the result with you.`,
      'Sign in with the address this mail went to, and you find it under “Shared with you”. An account is free.',
    ],
    action: { label: 'See what is shared', url },
    note: 'Files of others can do harm: open it only if you know who shares it. If you do not, you can ignore this mail: without signing in nothing happens.',
  }),
};
