/** Requesting a password reset. */
export const forgotPassword = {
  title: 'Forgot password',
  description: 'Have a link sent to your e-mail address with which you can choose a new password for your account.',
  heading: 'Forgot your password?',
  lead: 'Tell us your e-mail address. If it has an account, we send a link with which you can choose a new password.',
  send: 'Send the link',
  sending: 'Sending…',
  sent: 'If {email} has an account, a link is on its way. It works once, for one hour.',
} as const;
