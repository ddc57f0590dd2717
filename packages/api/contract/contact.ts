import { z } from 'zod';
import { CONTACT_SUBJECTS, MESSAGE_LENGTH, SENDER_LENGTH } from './contact-rules.ts';
import { text } from './text.ts';

const EMAIL_LENGTH = 254;

/** POST /api/contact */
export const contactRequest = z.object({
  name: text().trim().min(1).max(SENDER_LENGTH),
  email: text().trim().min(1).max(EMAIL_LENGTH).pipe(z.email()),
  subject: z.enum(CONTACT_SUBJECTS),
  message: text().trim().min(MESSAGE_LENGTH.min).max(MESSAGE_LENGTH.max),
  locale: z.enum(['en', 'ko']),
  /** A hidden field (honeypot). Only bots fill it in. */
  website: text().max(2000).default(''),
});
export type ContactRequest = z.infer<typeof contactRequest>;

/**
 * How the message was delivered: by email, by the operator's form service, or stored only, in which case the page also opens the
 * visitor's own mail program.
 */
export const contactResponse = z.object({ way: z.enum(['mail', 'form', 'stored']) });
export type ContactWay = z.infer<typeof contactResponse>['way'];
