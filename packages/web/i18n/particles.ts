/**
 * Korean particles depend on the final sound of the preceding word, and format names are inserted later. Messages therefore
 * contain both forms, `{from}을(를)`, and the right one is chosen once the name is known.
 */

type Ending = 'vowel' | 'rieul' | 'consonant';

/** Final sounds of the Korean names of letters (엘, 엠, 엔, 알) and of digits in numbers (영, 일, 삼, 육, 칠, 팔). */
const SPELLED: Readonly<Record<string, Ending>> = {
  l: 'rieul',
  m: 'consonant',
  n: 'consonant',
  r: 'rieul',
  '0': 'consonant',
  '1': 'rieul',
  '3': 'consonant',
  '6': 'consonant',
  '7': 'rieul',
  '8': 'rieul',
};

/** A single digit after a letter is read in English: MP3 (쓰리), CB7 (세븐). Only one and seven end in a consonant. */
const DIGIT_OF_NAME = /[\p{L}-](\d)$/u;
const CLOSED_DIGITS: ReadonlySet<string> = new Set(['1', '7', '9']);

/** Names pronounced as words, by their last part; all others are spelled. */
const SPOKEN: Readonly<Record<string, Ending>> = {
  ...ending(
    'consonant',
    'asciidoc atom bibtex brep cab cineon desktop dicom docbook epub ffmpeg fit flac gzip imagemagick jpeg json latex',
  ),
  ...ending(
    'consonant',
    'lzip magick man markdown messagepack mjpeg one palm pandoc pcap pdfium pem step stream tex wavpack webloc zip',
  ),
  ...ending('rieul', 'excel sixel textile turtle'),
  ...ending('vowel', 'arrow aseprite ereader jupyter raster reader subviewer tar vicar word 1-2-3'),
};

function ending(sound: Ending, names: string): Readonly<Record<string, Ending>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, sound]));
}

const FORMS = [
  { written: '을(를)', closed: '을', open: '를' },
  { written: '이(가)', closed: '이', open: '가' },
  { written: '은(는)', closed: '은', open: '는' },
  { written: '과(와)', closed: '과', open: '와' },
  { written: '(으)로', closed: '으로', open: '로' },
] as const;

const PATTERN = /(?<![\p{L}\p{N}.-])([\p{L}\p{N}.-]+)([)’']?)(을\(를\)|이\(가\)|은\(는\)|과\(와\)|\(으\)로)/gu;

/** `PNG을(를)` → `PNG를`, `XML(으)로` → `XML로`. Texts in other languages are returned unchanged. */
export function resolveParticles(text: string): string {
  return text.replace(PATTERN, (_, word: string, mark: string, written: string) => {
    const form = FORMS.find((candidate) => candidate.written === written);
    if (!form) return word + mark + written;
    const ending = endingOf(word);
    const isOpen = ending === 'vowel' || (ending === 'rieul' && written === '(으)로');
    return word + mark + (isOpen ? form.open : form.closed);
  });
}

function endingOf(word: string): Ending {
  const known = SPOKEN[word.toLowerCase()] ?? SPOKEN[word.split(/[.-]/).at(-1)?.toLowerCase() ?? ''];
  if (known) return known;
  const digit = DIGIT_OF_NAME.exec(word)?.[1];
  if (digit !== undefined && !/^[\d.,-]+$/.test(word)) return CLOSED_DIGITS.has(digit) ? 'consonant' : 'vowel';
  const last = word.at(-1) ?? '';
  const code = last.charCodeAt(0) - 0xac00;
  if (code < 0 || code > 11_171) return SPELLED[last.toLowerCase()] ?? 'vowel';
  const final = code % 28;
  if (final === 0) return 'vowel';
  return final === 8 ? 'rieul' : 'consonant';
}
