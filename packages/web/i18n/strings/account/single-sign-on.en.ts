/** Sign-in with the service of the operator's organization. */
export const singleSignOn = {
  continueWith: 'Continue with {name}',
  opening: 'Opening {name}…',
  onFullPage: 'Continue with {name} on the sign-in page',
  or: 'or with your email address',
} as const;

/** Why a sign-in at the service failed. */
export const singleSignOnProblems = {
  expired: 'This sign-in has expired, or it was started in a different browser. Please try again.',
  canceled: 'You weren’t signed in because you canceled the sign-in at {name}. Try again whenever you like.',
  invalid: 'We couldn’t verify the response from {name}. Please try again. If it keeps happening, contact your administrator.',
  unavailable: '{name} isn’t responding. Please try again in a moment.',
  limited: 'Too many attempts. Please wait a few minutes and try again.',
  'not-member': 'Your {name} account isn’t in a group that can use this site. Ask your administrator for access.',
  'email-missing': 'Your {name} account has no email address. Ask your administrator to add one, then try again.',
  'email-unverified': 'Your email address isn’t confirmed at {name}. Confirm it there or ask your administrator, then try again.',
  'email-taken':
    'Your email address already has an account here. Sign in with your password, then connect {name} on your account page.',
  'connected-elsewhere':
    'Couldn’t connect. Either this {name} account is already connected to a different account here, or your account is already connected to a different {name} account. Contact your administrator.',
} as const;

/** The section of the account page. */
export const signInMethods = {
  heading: 'Ways to sign in',
  body: 'Manage how you sign in to this account.',
  password: 'Email and password',
  passwordOff: 'This account has no password. Your email address is managed at {name}.',
  connected: 'Connected',
  notConnected: 'Not connected',
  groups: 'Your limits come from these groups: {groups}. They apply until {date}. To keep them, sign in with {name} again.',
  connectAsk: 'Enter your password to connect {name}. After that, you can sign in with {name} until you change your password.',
  connect: 'Connect {name}',
  deleteAsk: 'This permanently deletes the account {email}. You’ll lose any unused credits.',
} as const;
