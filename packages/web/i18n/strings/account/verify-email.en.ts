/** Landing page of the link that confirms an email address. */
export const verifyEmail = {
  title: 'Confirm your e-mail address',
  description: 'Confirms the e-mail address of a new account by the link from our mail. Afterwards the account is ready.',
  working: 'Confirming your address…',
  doneHeading: 'Your address is confirmed',
  done: 'Your account is ready. Sign in to use it.',
  signIn: 'Sign in',
  invalidHeading: 'This link does not work any more',
  invalid: 'A link works for 24 hours. Tell us your address and we send a new one.',
  send: 'Send a new link',
  sending: 'Sending…',
  sent: 'If {email} has an account that is not confirmed yet, a new link is on its way.',
} as const;
