const HANGUL = /^[\p{Script=Hangul}]+$/u;

export type Named = {
  readonly firstName: string;
  readonly lastName: string;
  readonly locale: 'en' | 'ko';
  readonly email: string;
};

/**
 * The full name of a person, or the part of the address before the @ of those who gave none. Korean accounts put the family name
 * first, without a space if both names are Hangul.
 */
export function displayName({ firstName, lastName, locale, email }: Named): string {
  if (firstName === '' || lastName === '') return firstName || lastName || email.slice(0, email.indexOf('@'));
  if (locale !== 'ko') return `${firstName} ${lastName}`;
  const isHangul = HANGUL.test(firstName) && HANGUL.test(lastName);
  return isHangul ? `${lastName}${firstName}` : `${lastName} ${firstName}`;
}
