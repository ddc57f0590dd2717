const HANGUL = /^[\p{Script=Hangul}]+$/u;

export type Named = { readonly firstName: string; readonly lastName: string; readonly locale: 'en' | 'ko' };

/** The full name of a person. Korean accounts put the family name first, without a space if both names are Hangul. */
export function displayName({ firstName, lastName, locale }: Named): string {
  if (locale !== 'ko') return `${firstName} ${lastName}`;
  const isHangul = HANGUL.test(firstName) && HANGUL.test(lastName);
  return isHangul ? `${lastName}${firstName}` : `${lastName} ${firstName}`;
}
