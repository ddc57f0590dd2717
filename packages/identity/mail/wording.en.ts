import { formatDay, formatMoment, formatMoney, type Wordings } from './wording.ts';

const LOCALE = 'en';
const PLANS = { monthly: 'Monthly Pro', annual: 'Annual Pro' } as const;

function productName({
  plan,
  credits,
}: {
  readonly plan?: keyof typeof PLANS | undefined;
  readonly credits?: number | undefined;
}): string {
  return plan ? PLANS[plan] : `${credits ?? 0} credits`;
}

const ENDED = {
  cancelled: 'because it was canceled',
  unpaid: 'because PayPal couldn’t process the renewal payment',
  refunded: 'because we refunded your payment for the current billing period',
  replaced: 'because you switched to another plan',
  mismatch: 'because PayPal charged a different amount than agreed. We’re refunding that charge',
} as const;

function hello(name: string | undefined): string {
  return name === undefined ? 'Hello,' : `Hello ${name},`;
}

/** English texts of the emails. */
export const ENGLISH: Wordings = {
  'verify-email': ({ url }, brand) => ({
    subject: `Confirm your email address for ${brand.name}`,
    paragraphs: ['Hello,', `Please confirm your email address to start using your ${brand.name} account.`],
    action: { label: 'Confirm email address', url },
    note: 'The link works for 24 hours. If you didn’t create an account, you can ignore this email.',
  }),
  'reset-password': ({ name, url }, brand) => ({
    subject: `Reset your ${brand.name} password`,
    paragraphs: [
      hello(name),
      'You asked to reset your password. After you choose a new one, you’ll be signed out on all devices.',
    ],
    action: { label: 'Choose a new password', url },
    note: 'The link works only once and expires in one hour. If you didn’t request this, you can ignore this email. Your password won’t change.',
  }),
  'sign-up-attempt': ({ name, url }, brand) => ({
    subject: `You already have a ${brand.name} account`,
    paragraphs: [
      hello(name),
      'Someone tried to create an account with your email address. You already have an account, so nothing has changed.',
      'If this was you, sign in instead. If you’ve forgotten your password, you can reset it on the sign-in page.',
    ],
    action: { label: 'Sign in', url },
    note: 'If this wasn’t you, you don’t need to do anything.',
  }),
  'change-address': ({ url }, brand) => ({
    subject: `Confirm your new email address for ${brand.name}`,
    paragraphs: [
      'Hello,',
      `You asked to change the email address of your ${brand.name} account to this one. Please confirm the change.`,
    ],
    action: { label: 'Confirm new address', url },
    note: 'The link works only once and expires in 24 hours. If you didn’t request this, you can ignore this email. Nothing will change.',
  }),
  'address-changed': ({ name, address, url }, brand) => ({
    subject: `Your ${brand.name} email address was changed`,
    paragraphs: [`Hello ${name},`, `Your account now uses ${address}. We won’t send any more emails to your old address.`],
    action: { label: 'Contact us', url },
    note: 'If you didn’t make this change, contact us right away.',
  }),
  'password-changed': ({ name, at, revokedKeys, url }, brand) => ({
    subject: `Your ${brand.name} password was changed`,
    paragraphs: [
      `Hello ${name},`,
      `Your password was changed on ${formatMoment(at, LOCALE)} (UTC). All other devices were signed out.`,
      ...(revokedKeys > 0 ? [`API keys revoked: ${revokedKeys}`] : []),
    ],
    action: { label: 'Reset password', url },
    note: 'If you didn’t change your password, reset it now and revoke your API keys.',
  }),
  'new-sign-in': ({ name, at, device, url }, brand) => ({
    subject: `New sign-in to your ${brand.name} account`,
    paragraphs: [
      `Hello ${name},`,
      `Someone signed in to your account from a new browser on ${formatMoment(at, LOCALE)} (UTC).`,
      ...(device ? [`Device: ${device.browser} on ${device.system}`] : []),
    ],
    action: { label: 'Review devices', url },
    note: 'If this was you, you can ignore this email. If not, change your password now. This signs out all other devices.',
  }),
  'sign-in-connected': ({ name, url }, brand) => ({
    subject: `New way to sign in to your ${brand.name} account`,
    paragraphs: [hello(name), 'You can now sign in to your account through your organization’s sign-in service.'],
    action: { label: 'Open your account', url },
    note: 'If you didn’t expect this, change your password, which disconnects the service, and contact us right away.',
  }),
  receipt: ({ name, amount, currency, paymentId, paidAt, paidFrom, paidUntil, renews, url, ...product }, brand) => ({
    subject: `Your ${brand.name} receipt`,
    paragraphs: [
      `Hello ${name},`,
      'Thank you. We’ve received your payment.',
      `${productName(product)}: ${formatMoney(amount, currency, LOCALE)}, paid on ${formatMoment(paidAt, LOCALE)} (UTC).`,
      product.plan
        ? `Your plan runs from ${formatDay(paidFrom, LOCALE)} to ${formatDay(paidUntil, LOCALE)}. ${renews ? 'It renews automatically until you cancel it on your account page.' : 'It doesn’t renew automatically, so you won’t be charged again.'}`
        : `You can use these credits with any plan until ${formatDay(paidUntil, LOCALE)}. You won’t be charged again.`,
    ],
    action: { label: 'Print receipt', url },
    note: `Payment number: ${paymentId}`,
  }),
  refund: ({ name, amount, currency, paymentId, refundedAt, ...product }, brand) => ({
    subject: `Your ${brand.name} refund`,
    paragraphs: [
      `Hello ${name},`,
      `We refunded ${formatMoney(amount, currency, LOCALE)} for ${productName(product)} on ${formatMoment(refundedAt, LOCALE)} (UTC). ${product.plan ? 'Your plan has ended, and the remaining credits were removed.' : 'The credits were removed.'}`,
    ],
    note: `Payment number: ${paymentId}. It can take a few days for the refund to reach your account.`,
  }),
  'contact-answer': ({ number, askedAt, answer }, brand) => ({
    subject: `Your message to ${brand.name} (#${number})`,
    paragraphs: ['Hello,', ...answer.split(/\n{2,}/)],
    note: `This is our response to the message you sent us on ${formatDay(askedAt, LOCALE)}.`,
  }),
  'money-alert': ({ what, number, command }, brand) => ({
    subject: `${brand.name}: payment problem (${what})`,
    paragraphs: [
      number ? `A payment needs your attention (${what}): ${number}` : `Payments and credits don’t match (${what}).`,
      command
        ? `Next step: ${command}`
        : number
          ? `Details: bakkum admin payments history ${number}`
          : 'Details: bakkum admin money',
    ],
    note: 'We send this email once for each problem. The log lists every occurrence.',
  }),
  'image-report': ({ number, reason }, brand) => ({
    subject: `${brand.name}: image report ${number} (${reason})`,
    paragraphs: [`Someone reported an image or a refused prompt (${reason}).`, `Details: bakkum admin images reports ${number}`],
    note: 'We send at most one of these emails a day for each account. bakkum admin images reports lists every open report.',
  }),
  'renewal-failed': ({ name, plan, amount, currency, retryAt, endsAt, url }, brand) => ({
    subject: `We couldn’t renew your ${brand.name} plan`,
    paragraphs: [
      hello(name),
      `PayPal couldn’t charge ${formatMoney(amount, currency, LOCALE)} for ${PLANS[plan]}. You’ll keep your plan for now, but unused credits won’t roll over.`,
      retryAt
        ? `PayPal will try again on ${formatDay(retryAt, LOCALE)}. Before then, please check the card or balance in your PayPal account.`
        : 'Please check the card or balance in your PayPal account.',
      `If the payment doesn’t go through by ${formatDay(endsAt, LOCALE)}, your subscription will end. You won’t owe anything.`,
    ],
    action: { label: 'View subscription', url },
    note: 'We send this email once for each failed renewal.',
  }),
  'renewal-ahead': ({ name, plan, amount, currency, chargeAt, url }, brand) => ({
    subject: `Your ${brand.name} plan renews on ${formatDay(chargeAt, LOCALE)}`,
    paragraphs: [
      hello(name),
      `Your ${PLANS[plan]} plan renews on ${formatDay(chargeAt, LOCALE)}, and PayPal will charge ${formatMoney(amount, currency, LOCALE)}.`,
      'If you don’t want to renew, cancel the subscription before then. You’ll keep what you’ve already paid for.',
    ],
    action: { label: 'View subscription', url },
    note: 'We send this email once, a week before a yearly renewal.',
  }),
  'subscription-ended': ({ name, plan, why, paidUntil, url }, brand) => ({
    subject: `Your ${brand.name} subscription has ended`,
    paragraphs: [
      hello(name),
      `Your ${PLANS[plan]} subscription has ended ${ENDED[why]}. You won’t be charged again.`,
      paidUntil
        ? `You can use your plan and its credits until ${formatDay(paidUntil, LOCALE)}.`
        : 'Your account is now on the free plan.',
    ],
    action: { label: 'View account', url },
    note: 'If you didn’t expect this, contact us through our site.',
  }),
  'plan-ending': ({ name, plan, endsAt, credits, url }, brand) => ({
    subject: `Your ${brand.name} plan ends on ${formatDay(endsAt, LOCALE)}`,
    paragraphs: [
      `Hello ${name},`,
      `Your ${PLANS[plan]} plan ends on ${formatMoment(endsAt, LOCALE)} (UTC). It doesn’t renew automatically, so you won’t be charged.`,
      credits === 0
        ? 'If you pay again before then, your new period will start when the current one ends.'
        : `Unused credits expire with the plan. You have ${credits === 1 ? '1 credit' : `${credits} credits`} left. If you pay again before then, your new period will start when the current one ends.`,
    ],
    action: { label: 'See plans', url },
    note: 'We send this email once, three days before a plan ends.',
  }),
  'cycle-ending': ({ name, credits, resetsAt, renews = true, url }, brand) => ({
    subject: `You have ${credits === 1 ? '1 credit' : `${credits} credits`} to use by ${formatDay(resetsAt, LOCALE)}`,
    paragraphs: [
      `Hello ${name},`,
      renews
        ? `Your ${brand.name} credits renew on ${formatMoment(resetsAt, LOCALE)} (UTC). Unused credits don’t roll over. You have ${credits === 1 ? '1 credit' : `${credits} credits`} left.`
        : `${credits === 1 ? '1 credit' : `${credits} credits`} in your ${brand.name} account will expire on ${formatMoment(resetsAt, LOCALE)} (UTC) unless you use ${credits === 1 ? 'it' : 'them'} by then.`,
    ],
    action: { label: 'Create images', url },
    note: 'We send this email once per cycle if you have credits left.',
  }),
  'cloud-invitation': ({ inviter, format, url }, brand) => ({
    subject: `A file was shared with you on ${brand.name}`,
    paragraphs: [
      'Hello,',
      `${inviter ?? 'Someone'} converted a file to ${format} on ${brand.name} and shared the result with you.`,
      'To open it, sign in with the address this email was sent to and look under “Shared with you”. Accounts are free.',
    ],
    action: { label: 'View shared file', url },
    note: 'Files from other people can be harmful. Open this one only if you know the sender. Otherwise, you can ignore this email.',
  }),
};
