/** As in packages/api-contract, compared by the tests of the forms. */
const EMAIL_LENGTH = 254;
/** One @, a domain with a dot, nothing odd: close to what the server takes. Where it is stricter, its answer is shown. */
const EMAIL = /^[^\s@<>(),;:\\"[\]]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*\.[a-z]{2,}$/i;

/** Whether a text looks like an address of mail, with or without space around it. */
export function isEmail(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.length <= EMAIL_LENGTH && EMAIL.test(trimmed);
}
