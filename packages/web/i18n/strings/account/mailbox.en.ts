/** The demo mailbox. */
export const mailbox = {
  title: 'Demo mailbox',
  description: 'In demo mode mail is not sent. It waits here, where everybody who uses this installation can read it.',
  heading: 'Demo mailbox',
  lead: 'In demo mode mail is not sent. It waits here, where everybody who uses this site can read it.',
  waiting: 'No mail yet. It arrives here within a few seconds.',
  to: 'To {email}',
  letters: 'Mails',
  closedHeading: 'There is no mailbox here',
  closed: 'This site sends its mail for real. Look into your own mailbox.',
} as const;
