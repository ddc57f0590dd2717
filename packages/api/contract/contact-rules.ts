/** Subjects of a message, in the order of the form. */
export const CONTACT_SUBJECTS = ['general', 'technical', 'bug', 'feature', 'billing', 'account', 'partnership', 'other'] as const;
export type ContactSubject = (typeof CONTACT_SUBJECTS)[number];

/** Lengths in characters; the form counts towards `min`. */
export const MESSAGE_LENGTH = { min: 10, max: 5000 } as const;
/** Maximum length of the sender's name. */
export const SENDER_LENGTH = 100;
