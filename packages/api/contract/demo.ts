import { z } from 'zod';

/** GET /api/demo, in demo mode only: credentials for trying the site without an account. */
export const demoResponse = z.object({ email: z.string(), password: z.string() });

/** GET /api/demo/mail, in demo mode only: emails to the accounts of this browser, newest first. */
export const mailboxResponse = z.object({
  letters: z.array(
    z.object({
      id: z.string(),
      /** Absent in emails of earlier versions. */
      from: z.string().optional(),
      to: z.string(),
      subject: z.string(),
      text: z.string(),
      html: z.string(),
      sentAt: z.iso.datetime(),
    }),
  ),
});
