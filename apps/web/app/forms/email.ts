/** As in packages/api/contract; the tests of the forms compare them. */
const EMAIL_LENGTH = 254;
/** One @, a domain with a dot, no unusual characters: close to the server's rule. If that is stricter, its answer is shown. */
const EMAIL = /^[^\s@<>(),;:\\"[\]]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*\.[a-z]{2,}$/i;

/** Returns whether a text looks like an email address, ignoring surrounding space. */
export function isEmail(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.length <= EMAIL_LENGTH && EMAIL.test(trimmed);
}
