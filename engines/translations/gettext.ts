import { corrupt } from '@bakkum/conversion/errors';
import { type Table, type Value } from '@bakkum/data-tree/value';

type Entry = {
  readonly fields: Map<string, string>;
  readonly notes: string[];
  readonly places: string[];
  flags: string;
};

const blank = (): Entry => ({ fields: new Map(), notes: [], places: [], flags: '' });

/** Reads gettext messages (PO, POT) without the header and obsolete messages. Errors: `corrupt`. */
export function readGettext(text: string): readonly Table[] {
  const entries = entriesOf(text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)).filter(({ fields }) => fields.size > 0);
  if (entries.length === 0) throw corrupt('no message in it');
  return entries.filter(({ fields }) => (fields.get('msgid') ?? '') !== '').map(recordOf);
}

const LINE = /^\s*(?:(msgctxt|msgid_plural|msgid|msgstr(?:\[\d+\])?)\s+)?"((?:[^"\\]|\\.)*)"\s*$/;
const COMMENT = /^#(?!~)/;

function entriesOf(lines: readonly string[]): readonly Entry[] {
  const entries = [blank()];
  let field = '';
  for (const line of lines) {
    const key = LINE.exec(line)?.[1] ?? '';
    if (startsNext(line, key, field) && (entries.at(-1)?.fields.size ?? 0) > 0) {
      entries.push(blank());
      field = '';
    }
    field = key || field;
    addLine(entries.at(-1) ?? blank(), field, line);
  }
  return entries;
}

function addLine(entry: Entry, field: string, line: string): void {
  const quoted = LINE.exec(line)?.[2];
  if (COMMENT.test(line)) addComment(entry, line);
  else if (quoted !== undefined && field !== '') entry.fields.set(field, (entry.fields.get(field) ?? '') + unescaped(quoted));
  else if (line.trim() !== '' && !line.startsWith('#')) throw corrupt('a line that is no message');
}

/** A message starts with its comments, its context, or its text. */
function startsNext(line: string, key: string, field: string): boolean {
  if (key === 'msgctxt') return true;
  return key === 'msgid' ? field !== 'msgctxt' : COMMENT.test(line) && field.startsWith('msgstr');
}

function addComment(entry: Entry, line: string): void {
  const rest = line.slice(2).trim();
  if (line.startsWith('#:')) entry.places.push(rest);
  else if (line.startsWith('#,')) entry.flags = rest;
  else if (line.startsWith('#.') || line.startsWith('# ')) entry.notes.push(rest);
}

const LETTERS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
const unescaped = (text: string): string => text.replaceAll(/\\(.)/g, (_, letter: string) => LETTERS[letter] ?? letter);

function recordOf({ fields, notes, places, flags }: Entry): Table {
  const plurals = [...fields].filter(([key]) => /^msgstr\[[1-9]/.test(key)).map(([, text]) => text);
  return new Map<string, Value>([
    ['context', fields.get('msgctxt') ?? ''],
    ['source', fields.get('msgid') ?? ''],
    ['target', fields.get('msgstr') ?? fields.get('msgstr[0]') ?? ''],
    ['sourcePlural', fields.get('msgid_plural') ?? ''],
    ['targetPlural', plurals.join(' | ')],
    ['flags', flags],
    ['note', notes.join(' ')],
    ['places', places.join(' ')],
  ]);
}
