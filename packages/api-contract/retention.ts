/** How long what is kept of people is kept, in days: the program removes it then, and the privacy page says so. */
export const RETENTION_DAYS = {
  /** A sign-in on a device that is to be remembered. */
  rememberedSession: 30,
  /** Mails that were sent, with their addresses. */
  mail: 30,
  /** What visitors did, one by one; after that only sums of days are left. */
  visits: 30,
} as const;
