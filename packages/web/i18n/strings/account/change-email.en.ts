/** Landing page of the link that confirms a new email address. */
export const changeEmail = {
  title: 'Confirm your new address',
  description: 'Confirm your new email address with the link we sent you. After that, you’ll sign in with the new address.',
  working: 'Changing your address…',
  passwordHeading: 'Enter your password to confirm',
  password:
    'You aren’t signed in to this account in this browser. If you didn’t request this change, close this page. Nothing will change.',
  confirm: 'Confirm new address',
  doneHeading: 'Your address was changed',
  done: 'From now on, sign in with your new address. We also sent a notice to your old address.',
  toAccount: 'Go to your account',
  invalidHeading: 'This link has expired or was already used',
  invalid:
    'Links work only once and expire after 24 hours, and only the latest one is valid. Request a new one on your account page.',
} as const;
