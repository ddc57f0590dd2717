/** Requesting a password reset. */
export const forgotPassword = {
  title: 'Forgot password',
  description: 'Enter your account’s email address, and we’ll send you a link to reset your password.',
  heading: 'Forgot your password?',
  lead: 'Enter your email address. If it belongs to an account, we’ll send you a link to choose a new password.',
  send: 'Send link',
  sending: 'Sending…',
  sent: 'If {email} belongs to an account, we’ve sent a link. It works once and expires in one hour.',
} as const;
