/** Shortest run of characters that counts as text. Shorter ones occur by chance in almost every file. */
const MIN_LENGTH = 6;
/** Letters, digits, punctuation and spaces; no control characters or unassigned code points. */
const RUN = new RegExp(`[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}\\t ]{${MIN_LENGTH},}`, 'gu');
/** Letters of one script, which text has and random bytes rarely do. */
const WORD =
  /\p{Script=Latin}{3}|\p{Script=Hangul}{2}|\p{Script=Han}{2}|[\p{Script=Hiragana}\p{Script=Katakana}]{2}|\p{Script=Cyrillic}{3}|\p{N}{4}/u;

/** Bytes of other text read as UTF-16 look like Chinese, so only Latin and Hangul count there. */
const WIDE_RUN = new RegExp(`[\\p{Script=Latin}\\p{Script=Hangul}\\p{N}\\p{P}\\p{S}\\t ]{${MIN_LENGTH},}`, 'gu');

/** Returns the readable text in a file of any kind: first all runs in UTF-8, then those in UTF-16, each once. */
export function readableText(bytes: Uint8Array): readonly string[] {
  const narrow = runsIn(new TextDecoder('utf-8').decode(bytes), RUN);
  const wide = [0, 1].flatMap((shift) => runsIn(new TextDecoder('utf-16le').decode(bytes.subarray(shift)), WIDE_RUN));
  return [...new Set([...narrow, ...wide])];
}

function runsIn(text: string, run: RegExp): readonly string[] {
  const runs = text.split('\uFFFD').flatMap((part) => part.match(run) ?? []);
  return runs.map((found) => found.trim()).filter((found) => found.length >= MIN_LENGTH && WORD.test(found));
}

const ROW = 16;

/** Returns the bytes as rows of an offset, hexadecimal digits and ASCII characters. */
export function hexDump(bytes: Uint8Array): string {
  const rows: string[] = [];
  for (let at = 0; at < bytes.length; at += ROW) {
    const row = [...bytes.subarray(at, at + ROW)];
    const digits = row.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const characters = row.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('');
    rows.push(`${at.toString(16).padStart(8, '0')}  ${digits.padEnd(ROW * 3 - 1)}  ${characters}`);
  }
  return `${rows.join('\n')}\n`;
}
