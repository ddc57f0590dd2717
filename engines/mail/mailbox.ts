import { ConversionError } from '@bakkum/conversion/errors';

/** Limit on emails, about the size of one personal folder. */
const MAX_MAILS = 50_000;

/** Splits a mailbox (RFC 4155): each email starts with a `From ` line; such lines in the body are escaped with `>`. */
export function mailsIn(bytes: Uint8Array<ArrayBuffer>): readonly Uint8Array<ArrayBuffer>[] {
  const starts = startsIn(bytes);
  if (starts[0] !== 0) throw new ConversionError('corrupt', 'no mailbox');
  return starts.map((start, index) =>
    unhidden(bytes.subarray(bytes.indexOf(NEW_LINE, start) + 1, endOf(bytes, starts[index + 1]))),
  );
}

/** The empty line before the next email does not belong to this one. */
function endOf(bytes: Uint8Array, next: number | undefined): number {
  const end = next ?? bytes.length;
  if (bytes[end - 1] !== NEW_LINE) return end;
  const line = bytes[end - 2] === 0x0d ? end - 2 : end - 1;
  return bytes[line - 1] === NEW_LINE ? line : end;
}

const NEW_LINE = 0x0a;
const MARK = Uint8Array.of(0x46, 0x72, 0x6f, 0x6d, 0x20);
const HIDING = 0x3e;

function startsIn(bytes: Uint8Array): readonly number[] {
  const starts: number[] = [];
  for (let at = 0; at >= 0 && at < bytes.length; at = nextLine(bytes, at)) {
    const isBlankBefore = at === 0 || bytes[at - 2] === NEW_LINE || (bytes[at - 2] === 0x0d && bytes[at - 3] === NEW_LINE);
    if (!isBlankBefore || !marksMail(bytes, at)) continue;
    starts.push(at);
    if (starts.length > MAX_MAILS) throw new ConversionError('too-large', `more than ${MAX_MAILS} mails`);
  }
  return starts;
}

function nextLine(bytes: Uint8Array, at: number): number {
  const end = bytes.indexOf(NEW_LINE, at);
  return end < 0 ? -1 : end + 1;
}

/** Prepends `>` to lines that look like the start of an email, or like an escaped one. */
export function hidden(mail: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const marks: number[] = [];
  for (let at = 0; at >= 0 && at < mail.length; at = nextLine(mail, at))
    if (marksMail(mail, afterHiding(mail, at))) marks.push(at);
  const safe = new Uint8Array(mail.length + marks.length);
  for (const [index, at] of [0, ...marks].entries()) {
    if (index > 0) safe[at + index - 1] = HIDING;
    safe.set(mail.subarray(at, marks[index]), at + index);
  }
  return safe;
}

/** Removes one `>` from lines that start with any number of `>` and `From `. */
function unhidden(mail: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const plain = new Uint8Array(mail.length);
  let length = 0;
  for (let at = 0; at >= 0 && at < mail.length; ) {
    const mark = afterHiding(mail, at);
    const next = nextLine(mail, at);
    const line = mail.subarray(mark > at && marksMail(mail, mark) ? at + 1 : at, next < 0 ? mail.length : next);
    plain.set(line, length);
    length += line.length;
    at = next;
  }
  return plain.subarray(0, length);
}

function afterHiding(bytes: Uint8Array, at: number): number {
  let mark = at;
  while (bytes[mark] === HIDING) mark += 1;
  return mark;
}

const marksMail = (bytes: Uint8Array, at: number): boolean => MARK.every((byte, index) => bytes[at + index] === byte);
