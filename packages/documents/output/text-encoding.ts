import type { OptionsSchema } from '@bakkum/conversion/options';
import { decodeText, ENCODINGS, type Encoding } from '@bakkum/document-input/text-encoding';

const OUTPUT_ENCODINGS = ['utf-8', 'utf-8-bom', ...ENCODINGS.filter((encoding) => encoding !== 'utf-8')] as const;
export type OutputEncoding = (typeof OUTPUT_ENCODINGS)[number];

/** For all writers of plain text. */
export const OUTPUT_ENCODING_OPTION: OptionsSchema = {
  outputEncoding: { kind: 'choice', values: OUTPUT_ENCODINGS, default: 'utf-8', advanced: true },
};

export const isOutputEncoding = (value: unknown): value is OutputEncoding =>
  OUTPUT_ENCODINGS.some((encoding) => encoding === value);

export type EncodedText = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Number of characters the encoding lacks; they are replaced by question marks. */
  readonly replaced: number;
};

/**
 * Encodes text. UTF-16 starts with a byte order mark.
 * @param substitute ASCII replacement for a character the encoding lacks, for formats with escapes
 */
export function encodeText(text: string, encoding: OutputEncoding, substitute?: (code: number) => string): EncodedText {
  const bare = text.startsWith('\uFEFF') ? text.slice(1) : text;
  switch (encoding) {
    case 'utf-8':
      return { bytes: new TextEncoder().encode(bare), replaced: 0 };
    case 'utf-8-bom':
      return { bytes: new TextEncoder().encode(`\uFEFF${bare}`), replaced: 0 };
    case 'utf-16le':
    case 'utf-16be':
      return { bytes: utf16(`\uFEFF${bare}`, encoding === 'utf-16le'), replaced: 0 };
    default:
      return byTable(substitute ? spelled(bare, tableOf(encoding), substitute) : bare, tableOf(encoding));
  }
}

function utf16(text: string, littleEndian: boolean): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), littleEndian);
  return new Uint8Array(view.buffer);
}

function spelled(text: string, table: ReadonlyMap<string, number>, substitute: (code: number) => string): string {
  return text.replaceAll(/[^\0-\x7f]/gu, (character) =>
    table.has(character) ? character : substitute(character.codePointAt(0) ?? QUESTION_MARK),
  );
}

const QUESTION_MARK = 0x3f;

function byTable(text: string, table: ReadonlyMap<string, number>): EncodedText {
  const bytes = new Uint8Array(text.length * 2);
  let length = 0;
  let replaced = 0;
  for (const character of text) {
    const code = character.charCodeAt(0) < 0x80 ? character.charCodeAt(0) : table.get(character);
    if (code === undefined) replaced += 1;
    if (code !== undefined && code > 0xff) bytes[length++] = code >> 8;
    bytes[length++] = code ?? QUESTION_MARK;
  }
  return { bytes: bytes.slice(0, length), replaced };
}

const tables = new Map<Encoding, ReadonlyMap<string, number>>();

/** Inverts the platform's decoder: one or two bytes per character. Among several encodings of a character the first is used. */
function tableOf(encoding: Encoding): ReadonlyMap<string, number> {
  const known = tables.get(encoding);
  if (known) return known;
  const table = new Map<string, number>();
  const isSingle = encoding.startsWith('windows');
  for (let lead = 0x80; lead <= 0xff; lead += 1) {
    add(table, encoding, [[lead]]);
    if (!isSingle)
      add(
        table,
        encoding,
        Array.from({ length: 0xfe - 0x3f }, (_, index) => [lead, 0x40 + index]),
      );
  }
  tables.set(encoding, table);
  return table;
}

/** Decodes one per line; lines without exactly one character are skipped. */
function add(table: Map<string, number>, encoding: Encoding, spellings: readonly (readonly number[])[]): void {
  const lines = decodeText(Uint8Array.from(spellings.flatMap((bytes) => [...bytes, 0x0a])), encoding).split('\n');
  if (lines.length !== spellings.length + 1) return;
  for (const [index, bytes] of spellings.entries()) {
    const character = lines[index] ?? '';
    const isOne = [...character].length === 1 && character !== '\uFFFD' && character > '\x7f';
    if (isOne && !table.has(character))
      table.set(
        character,
        bytes.reduce((code, byte) => (code << 8) | byte, 0),
      );
  }
}
