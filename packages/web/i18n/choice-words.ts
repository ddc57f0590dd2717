import type { Locale } from './locale.ts';
import type { Translate } from './message.ts';
import type { Strings } from './strings.en.ts';

/** Names a value of a conversion's option. */
export function choiceName(words: Translate<Strings['conversion']>, locale: Locale, option: string, value: string): string {
  const known = words.lookup(`value_${option}_${value}`) ?? words.lookup(`value_${value}`);
  if (known !== undefined || option !== 'textLanguage') return known ?? value;
  return addedLanguage(words, locale, value);
}

/** Codes of Tesseract that are not codes of a language or a script. */
const LANGUAGES: Readonly<Record<string, string>> = { chi: 'zh' };
const SCRIPTS: Readonly<Record<string, string>> = { sim: 'Hans', tra: 'Hant' };
const SCRIPT_LENGTH = 4;
const VERTICAL = 'vert';

/** Names a language that the operator added to text recognition. @param code of Tesseract, such as `chi_sim` or `jpn_vert` */
function addedLanguage(words: Translate<Strings['conversion']>, locale: Locale, code: string): string {
  const [base = code, ...parts] = code.split('_');
  const variant = parts.find((part) => part !== VERTICAL);
  const script = variant && (SCRIPTS[variant] ?? (variant.length === SCRIPT_LENGTH ? variant : undefined));
  const tag = [LANGUAGES[base] ?? base, script].filter(Boolean).join('-');
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? code;
  // A spelling of the past, such as `ita_old`, is no part of a language tag.
  const language = variant && !script ? `${name} (${variant})` : name;
  return parts.includes(VERTICAL) ? words('verticalText', { language }) : language;
}
