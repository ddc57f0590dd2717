/** Credit packs, offered where credits run out. */
export const packs = {
  heading: 'Credit packs',
  lead: 'More credits for AI images, added as soon as your payment is confirmed. They work with any plan and are valid for {days} days.',
  outOfCredits: 'Add credits now',
  buy: '{credits} credits for {price}',
  per100: '{price} per 100 credits',
  rules:
    'Your plan’s credits are used first. Packs don’t change your plan’s maximum image size, and they don’t renew automatically.',
  continues: 'We’ve saved your prompt. Your image will be created automatically after you pay.',
} as const;
