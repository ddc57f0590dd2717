import { baseName } from '@bakkum/archive-tree/paths';
import type { TreeFile } from '@bakkum/archive-tree/tree';
import { ConversionError } from '@bakkum/conversion/errors';
import { readBase64 } from './base64.ts';

export type NamedFile = { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer>; readonly mode?: number };

const BEGIN = /^begin(-base64)? ([0-7]{3,4}) (.+)$/;
const MAX_FILES = 1000;
const LINE = 45;

/** Decodes every file in a text (POSIX `uuencode`, with or without `-m`); text around them is skipped. Errors: `corrupt`. */
export function readUue(text: string): readonly NamedFile[] {
  const lines = text.split(/\r?\n/);
  const files: NamedFile[] = [];
  for (let at = 0; at < lines.length && files.length < MAX_FILES; at += 1) {
    const [whole, isBase64, mode = '', name = ''] = BEGIN.exec(lines[at] ?? '') ?? [];
    if (whole === undefined) continue;
    const end = lines.indexOf(isBase64 ? '====' : 'end', at + 1);
    if (end < 0) throw new ConversionError('corrupt', 'a file without an end');
    const body = lines.slice(at + 1, end);
    const bytes = isBase64 ? readBase64(body.join('\n')) : decodeLines(body);
    files.push({ name: baseName(name.trim().replaceAll('\\', '/')), bytes, mode: Number.parseInt(mode, 8) & 0o777 });
    at = end;
  }
  if (files.length === 0) throw new ConversionError('corrupt', 'no file begins in it');
  return files;
}

/** The first character of a line is its byte count; trailing spaces may have been lost in transfer. */
function decodeLines(lines: readonly string[]): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  for (const line of lines) {
    const length = line === '' ? 0 : (line.charCodeAt(0) - 32) & 63;
    if (length === 0) continue;
    const six = (index: number): number => {
      const code = index < line.length ? line.charCodeAt(index) : 32;
      if (code < 32 || code > 96) throw new ConversionError('corrupt', 'a letter that is none of its own');
      return (code - 32) & 63;
    };
    for (let at = 0; at < length; at += 3) {
      const first = 1 + (at / 3) * 4;
      const triple = (six(first) << 18) | (six(first + 1) << 12) | (six(first + 2) << 6) | six(first + 3);
      for (const byte of [triple >> 16, (triple >> 8) & 255, triple & 255].slice(0, length - at)) bytes.push(byte);
    }
  }
  return Uint8Array.from(bytes);
}

/** Encodes six bits; zero is a grave accent because a space is easily lost. */
const letter = (six: number): string => (six === 0 ? '`' : String.fromCharCode(six + 32));

export function writeUue({ path, mode = 0o644 }: Pick<TreeFile, 'path' | 'mode'>, bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += LINE) lines.push(encodedLine(bytes.subarray(at, at + LINE)));
  return `begin ${(mode & 0o777).toString(8).padStart(3, '0')} ${baseName(path)}\n${lines.join('')}\`\nend\n`;
}

function encodedLine(bytes: Uint8Array): string {
  let line = letter(bytes.length);
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
    const triple = (first << 16) | (second << 8) | third;
    line += letter(triple >> 18) + letter((triple >> 12) & 63) + letter((triple >> 6) & 63) + letter(triple & 63);
  }
  return `${line}\n`;
}
