/** The demo mailbox. */
export const mailbox = {
  title: 'Demo mailbox',
  description: 'Demo mode doesn’t send email. Messages to accounts used in this browser are shown here.',
  heading: 'Demo mailbox',
  lead: 'Demo mode doesn’t send email. This page shows messages to accounts you created or signed in to with this browser.',
  waiting: 'No emails yet. New ones arrive here within a few seconds.',
  from: 'From {email}',
  to: 'To {email}',
  letters: 'Emails',
  closedHeading: 'This site has no demo mailbox',
  closed: 'This site sends real email. Check your own inbox.',
} as const;
