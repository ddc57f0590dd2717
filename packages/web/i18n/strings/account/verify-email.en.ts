/** Landing page of the link that confirms an email address. */
export const verifyEmail = {
  title: 'Confirm your email address',
  description: 'Confirm the email address of your new account with the link we sent you. Your account will then be ready.',
  working: 'Confirming your address…',
  passwordHeading: 'Enter your password to confirm',
  password:
    'This isn’t the browser you signed up in. If you didn’t create this account, close this page. The account will stay unconfirmed.',
  confirm: 'Confirm address',
  doneHeading: 'Your address is confirmed',
  done: 'Your account is ready. Sign in to use it.',
  doneSignedIn: 'Your account is ready, and you’re signed in.',
  signIn: 'Sign in',
  toAccount: 'Go to your account',
  invalidHeading: 'This link has expired or was already used',
  invalid: 'Links work for 24 hours. Enter your email address, and we’ll send you a new one.',
  send: 'Send new link',
  sending: 'Sending…',
  sent: 'If {email} belongs to an unconfirmed account, we’ve sent a new link.',
} as const;
