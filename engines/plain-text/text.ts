import { compose, hasSurplusMarks } from '@bakkum/conversion/compose';
import { ConversionError } from '@bakkum/conversion/errors';
import type { OptionValues } from '@bakkum/conversion/options';
import { decodeText, ENCODINGS } from '@bakkum/document-input/text-encoding';

/** Maximum size, limited by memory for characters and their glyphs; longer texts should be split. */
const MAX_BYTES = 100_000_000;

/** Decodes a file without its byte-order mark. Errors: `empty`, `corrupt`, `too-large`. */
export async function readText(file: Blob, { inputEncoding }: OptionValues): Promise<string> {
  if (file.size > MAX_BYTES) throw new ConversionError('too-large', `${file.size} bytes of text`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const told = ENCODINGS.find((encoding) => encoding === inputEncoding);
  const text = told ? decodeText(bytes, told) : decodeText(bytes);
  const bare = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (bare.trim() === '') throw new ConversionError('empty', 'white space only');
  if (looksBinary(bare)) throw new ConversionError('corrupt', 'no text');
  return bare;
}

const SAMPLE = 65_536;

/** A log may contain a few zero bytes from a power failure; a program is full of them. */
function looksBinary(text: string): boolean {
  const sample = text.slice(0, SAMPLE);
  let strange = 0;
  for (let at = 0; at < sample.length; at += 1) {
    const code = sample.charCodeAt(at);
    if (code < 0x07 || (code > 0x0d && code < 0x1b) || code === 0xfffd) strange += 1;
  }
  return strange > sample.length / 10;
}

/** Terminal sequences: colours, titles, cursor movements (ECMA-48). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with one
const FOR_TERMINALS = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\^_])/g;
/** A character overstruck with itself or an underscore, which meant bold or underlined on printers. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is one
const STRUCK_OVER = /[^\n]\x08/g;

/** Splits text into pages of lines at form feeds. Other control characters become Unicode control pictures. */
export function pagesOf(text: string): readonly (readonly string[])[] {
  const plain =
    text.includes('\x1b') || text.includes('\b') ? text.replaceAll(FOR_TERMINALS, '').replaceAll(STRUCK_OVER, '') : text;
  const pages = plain.split('\f').map((page) => page.split(/\r\n|[\n\r\v\u0085\u2028\u2029]/));
  const last = pages.at(-1);
  if (last && last.length > 1 && last.at(-1) === '') last.pop(); // a trailing line end does not start a line
  if (pages.length > 1 && last?.length === 1 && last[0] === '') pages.pop();
  return pages.map((lines) => lines.map(shown));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
const CONTROL = /[\0-\x08\x0e-\x1f\x7f]/g;
const COMPOSABLE = /[\p{Mn}\u1100-\u11ff]/u;

function shown(line: string): string {
  const composed = COMPOSABLE.test(line) && !hasSurplusMarks(line) ? compose(line) : line;
  return composed.replaceAll(CONTROL, (control) =>
    control === '\x7f' ? '\u2421' : String.fromCharCode(0x2400 + control.charCodeAt(0)),
  );
}
