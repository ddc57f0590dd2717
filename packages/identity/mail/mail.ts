import type { Locale } from '@bakkum/i18n/locale';
import { z } from 'zod';

const named = { name: z.string() };
/** The name is missing where the address is not confirmed: it may be the text of a stranger. */
const perhapsNamed = { name: z.string().optional() };
const plan = z.enum(['monthly', 'annual']);
/** Without a plan, the payment was for a pack of `credits`. */
const money = {
  plan: plan.optional(),
  credits: z.number().int().optional(),
  amount: z.string(),
  currency: z.string(),
  paymentId: z.string(),
};

const price = { plan, amount: z.string(), currency: z.string() };

/** Data of each template. Amounts are decimal strings, times are ISO 8601 in UTC. */
export const MAIL_DATA = {
  'verify-email': z.object({ url: z.url() }),
  'reset-password': z.object({ ...perhapsNamed, url: z.url() }),
  'sign-up-attempt': z.object({ ...perhapsNamed, url: z.url() }),
  'change-address': z.object({ url: z.url() }),
  'address-changed': z.object({ ...named, address: z.string(), url: z.url() }),
  'password-changed': z.object({ ...named, at: z.iso.datetime(), revokedKeys: z.number().int(), url: z.url() }),
  'new-sign-in': z.object({
    ...named,
    at: z.iso.datetime(),
    device: z.object({ browser: z.string(), system: z.string() }).optional(),
    url: z.url(),
  }),
  'sign-in-connected': z.object({ ...perhapsNamed, url: z.url() }),
  receipt: z.object({
    ...named,
    ...money,
    paidAt: z.iso.datetime(),
    paidFrom: z.iso.datetime(),
    paidUntil: z.iso.datetime(),
    /** Whether the plan renews automatically. */
    renews: z.boolean().optional(),
    url: z.url(),
  }),
  refund: z.object({ ...named, ...money, refundedAt: z.iso.datetime() }),
  /** Doesn't quote the message, because anyone can enter another person's address. */
  'contact-answer': z.object({ number: z.number().int(), askedAt: z.iso.datetime(), answer: z.string() }),
  /** A renewal was declined. The subscription ends at `endsAt` unless it is paid. */
  'renewal-failed': z.object({
    ...named,
    ...price,
    retryAt: z.iso.datetime().optional(),
    endsAt: z.iso.datetime(),
    url: z.url(),
  }),
  'renewal-ahead': z.object({ ...named, ...price, chargeAt: z.iso.datetime(), url: z.url() }),
  /** `paidUntil` is missing if nothing is paid any more. */
  'subscription-ended': z.object({
    ...named,
    plan,
    why: z.enum(['cancelled', 'unpaid', 'refunded', 'replaced', 'mismatch']),
    paidUntil: z.iso.datetime().optional(),
    url: z.url(),
  }),
  'plan-ending': z.object({ ...named, plan, endsAt: z.iso.datetime(), credits: z.number().int(), url: z.url() }),
  /** Unless `renews` is false, new credits follow the ones that expire. */
  'cycle-ending': z.object({
    ...named,
    credits: z.number().int(),
    resetsAt: z.iso.datetime(),
    renews: z.boolean().optional(),
    url: z.url(),
  }),
  /** For the operator: a problem with money, its code, and the command that helps. Contains nothing about a person. */
  'money-alert': z.object({ what: z.string(), number: z.string().optional(), command: z.string().optional() }),
  /** For the operator: the number and the reason of a report about an image. Contains nothing of the prompt or the person. */
  'image-report': z.object({ number: z.number().int(), reason: z.string() }),
  /** `inviter` is an email address, which its owner chose: left out for people without a confirmed account. */
  'cloud-invitation': z.object({ inviter: z.string().optional(), format: z.string(), url: z.url() }),
} as const;

export type MailTemplate = keyof typeof MAIL_DATA;
export type MailData<Template extends MailTemplate> = z.infer<(typeof MAIL_DATA)[Template]>;

/** An email to one person, not yet rendered. */
export type Mail = {
  readonly [Template in MailTemplate]: {
    readonly to: string;
    readonly locale: Locale;
    readonly template: Template;
    readonly data: MailData<Template>;
    /** Emails with the same key are sent once. */
    readonly dedupKey?: string;
  };
}[MailTemplate];

/** A rendered email. */
export type Message = { readonly subject: string; readonly text: string; readonly html: string };
