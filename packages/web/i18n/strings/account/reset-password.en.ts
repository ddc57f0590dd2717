/** Choosing a new password through an emailed link. */
export const resetPassword = {
  title: 'New password',
  description: 'Choose a new password for your account. The link from our mail works once; every device is signed out then.',
  heading: 'Choose a new password',
  lead: 'Every device that is signed in now will be signed out.',
  save: 'Save password',
  saving: 'Saving…',
  savedHeading: 'Your password is new',
  saved: 'Every device was signed out. Sign in with the new password.',
  signIn: 'Sign in',
  invalidHeading: 'This link does not work any more',
  invalid: 'A link works once, for one hour. Ask for a new one.',
  askAgain: 'Ask for a new link',
} as const;
