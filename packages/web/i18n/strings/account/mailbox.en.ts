/** The demo mailbox. */
export const mailbox = {
  title: 'Demo mailbox',
  description: 'Demo mode doesn’t send email. Messages to the accounts of this browser are shown here.',
  heading: 'Demo mailbox',
  lead: 'Demo mode doesn’t send email. This page shows messages to accounts you created or signed in to with this browser.',
  waiting: 'No mail yet. It arrives here within a few seconds.',
  to: 'To {email}',
  letters: 'Mails',
  closedHeading: 'There is no mailbox here',
  closed: 'This site sends its mail for real. Look into your own mailbox.',
} as const;
