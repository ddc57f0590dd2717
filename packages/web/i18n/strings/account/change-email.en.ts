/** Landing page of the link that confirms a new email address. */
export const changeEmail = {
  title: 'Confirm your new address',
  description: 'Confirms the new e-mail address of an account by the link from our mail. From then on you sign in with it.',
  working: 'Changing your address…',
  doneHeading: 'Your address is changed',
  done: 'From now on you sign in with the new address. We have told the old one.',
  toAccount: 'To your account',
  invalidHeading: 'This link does not work any more',
  invalid: 'A link works once, for 24 hours, and only the newest one counts. Ask for a new one on your account page.',
} as const;
