/** Requesting a password reset. */
export const forgotPassword = {
  title: 'Forgot password',
  description: 'Reset your password with a link we send to your email address. Enter the address of your account.',
  heading: 'Forgot your password?',
  lead: 'Enter your email address. If it belongs to an account, we’ll send you a link to choose a new password.',
  send: 'Send link',
  sending: 'Sending…',
  sent: 'If {email} belongs to an account, we’ve sent a link. It works once and expires in one hour.',
} as const;
