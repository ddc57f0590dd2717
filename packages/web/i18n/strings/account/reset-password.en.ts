/** Choosing a new password through an emailed link. */
export const resetPassword = {
  title: 'New password',
  description:
    'Choose a new password for your account. The link in our email works only once. You’ll be signed out on all devices.',
  heading: 'Choose a new password',
  lead: 'All devices will be signed out.',
  save: 'Save password',
  saving: 'Saving…',
  savedHeading: 'Your password was changed',
  saved: 'All devices were signed out. Sign in with your new password.',
  signIn: 'Sign in',
  invalidHeading: 'This link has expired or was already used',
  invalid: 'Links work only once and expire after an hour. Request a new one.',
  askAgain: 'Request a new link',
} as const;
