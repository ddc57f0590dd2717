/** The dialog that signs in or creates an account over the current page. */
export const signInDialog = {
  create: 'Create a free account',
  signIn: 'Sign in',
  account: 'New or existing account',
  checkMail: 'Check your email',
  close: 'Close',
  lead_generate: 'We’ve saved your prompt. Your image will be generated as soon as you’re signed in.',
  lead_edit: 'Your image stays on this device. Once you’re signed in, you can edit it here.',
  lead_checkout: 'Your plan is selected. Sign in to continue to payment.',
  lead_cloud: 'Your files and settings stay on this page while you sign in.',
  lead_shared: 'Use the address the invitation was sent to.',
  sent: 'We sent a link to {email}. Open it in this browser to continue where you left off.',
  sentElsewhere: 'In a different browser, you’ll also be asked for your password.',
  changeEmail: 'Change email address',
  confirmedElsewhere: 'Confirmed in a different browser?',
  fullPage: 'Continue on a full page',
} as const;
