/** Domains whose mailboxes ignore dots in the local part. */
const DOTLESS = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox behind an email address, to recognise a person who uses several spellings: without `+tag`, in lower case, and at Gmail
 * without dots. For comparison only; email goes to the address as given.
 */
export function normalisedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  const [mailbox = ''] = address.slice(0, at).toLowerCase().split('+');
  // An address may begin with its tag; then the tag is all there is.
  const local = mailbox === '' ? address.slice(0, at).toLowerCase() : mailbox;
  return DOTLESS.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}
