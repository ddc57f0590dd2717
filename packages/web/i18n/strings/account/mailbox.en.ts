/** The demo mailbox. */
export const mailbox = {
  title: 'Demo mailbox',
  description: 'Demo mode doesn’t send email. Messages are shown here, where anyone who uses this installation can read them.',
  heading: 'Demo mailbox',
  lead: 'Demo mode doesn’t send email. Messages are shown here, where anyone who uses this site can read them.',
  waiting: 'No mail yet. It arrives here within a few seconds.',
  to: 'To {email}',
  letters: 'Mails',
  closedHeading: 'There is no mailbox here',
  closed: 'This site sends its mail for real. Look into your own mailbox.',
} as const;
