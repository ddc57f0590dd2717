/** Shared account of demo mode: premium, with 500 credits renewed every seven days. */
export const DEMO_ACCOUNT = {
  email: 'demo@bakkum.example',
  password: 'bakkum-demo',
  firstName: 'Demo',
  lastName: 'User',
  locale: 'en',
} as const;
