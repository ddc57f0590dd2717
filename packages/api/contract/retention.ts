/** Hours after which a browser deletes unfinished files of a closed page. The privacy policy states this number. */
export const UNFINISHED_HOURS = 24;

/** Days that personal data is stored. The server deletes it afterwards, and the privacy page states these numbers. */
export const RETENTION_DAYS = {
  /** Sessions on remembered devices. */
  rememberedSession: 30,
  /** Sent emails with their addresses. */
  mail: 30,
  /** Single events of visitors; afterwards only daily totals remain. */
  visits: 30,
  /** Keyed hashes of the payer and the email address of a deleted account, where it had paid or owed something. */
  buyerTrace: 365,
} as const;
