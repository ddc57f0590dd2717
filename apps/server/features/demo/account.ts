/** The account that demo mode makes and shows: premium, 500 credits that are new every seven days. */
export const DEMO_ACCOUNT = {
  email: 'demo@bakkum.example',
  password: 'bakkum-demo',
  firstName: 'Demo',
  lastName: 'User',
  locale: 'en',
} as const;
