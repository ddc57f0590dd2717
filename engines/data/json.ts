import { corrupt } from '@bakkum/conversion/errors';
import { jsonLine, jsonText } from '@bakkum/data-tree/json-line';
import { assertDepth, type DataFormat, isList, type Notes, realNumber, type Value, wholeNumber } from '@bakkum/data-tree/value';

/** Extensions to JSON that are accepted. */
type Syntax = { readonly comments: boolean; readonly loose: boolean };

const WHITE = /(?:[\s\ufeff]|\/\/[^\n\r]*|\/\*[\s\S]*?\*\/)+/y;
const STRICT_NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LOOSE_NUMBER = /[+-]?(?:0[xX][0-9a-fA-F]+|Infinity|NaN|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)/y;
const NAME = /[\p{ID_Start}$_][\p{ID_Continue}$_\u200c\u200d]*/uy;
const WORDS: Readonly<Record<string, Value>> = { true: true, false: false, null: null };

/** Parses JSON and its supersets without creating objects, so keys keep their order and long numbers their digits. */
class Reader {
  #at = 0;
  readonly #text: string;
  readonly #syntax: Syntax;
  readonly #notes: Notes;

  constructor(text: string, syntax: Syntax, notes: Notes) {
    this.#text = text;
    this.#syntax = syntax;
    this.#notes = notes;
  }

  document(): Value {
    const value = this.#value(0);
    this.#skip();
    if (this.#at < this.#text.length) throw this.#unexpected();
    return value;
  }

  #value(depth: number): Value {
    assertDepth(depth);
    this.#skip();
    const next = this.#text[this.#at];
    if (next === '{') return this.#table(depth);
    if (next === '[') return this.#list(depth);
    if (next === '"' || (next === "'" && this.#syntax.loose)) return this.#string(next);
    return this.#number() ?? this.#word();
  }

  #table(depth: number): Value {
    const table = new Map<string, Value>();
    this.#at += 1;
    while (!this.#closes('}')) {
      const key = this.#key();
      this.#expect(':');
      table.set(key, this.#value(depth + 1));
      if (!this.#goesOn('}')) break;
    }
    return table;
  }

  #list(depth: number): Value {
    const list: Value[] = [];
    this.#at += 1;
    while (!this.#closes(']')) {
      list.push(this.#value(depth + 1));
      if (!this.#goesOn(']')) break;
    }
    return list;
  }

  /** Whether the closing bracket follows: in an empty container, or after a trailing comma if allowed. */
  #closes(bracket: string): boolean {
    this.#skip();
    if (this.#text[this.#at] !== bracket) return false;
    this.#at += 1;
    return true;
  }

  /** Reads a comma or the end. JSON requires a value after a comma, its supersets do not. */
  #goesOn(bracket: string): boolean {
    this.#skip();
    const next = this.#text[this.#at];
    if (next !== ',' && next !== bracket) throw this.#unexpected();
    this.#at += 1;
    if (next === bracket) return false;
    this.#skip();
    if (this.#text[this.#at] === bracket && !this.#syntax.comments) throw this.#unexpected();
    return true;
  }

  #key(): string {
    this.#skip();
    const next = this.#text[this.#at];
    if (next === '"' || (next === "'" && this.#syntax.loose)) return this.#string(next);
    const name = this.#syntax.loose ? this.#match(NAME) : undefined;
    if (name === undefined) throw this.#unexpected();
    return name;
  }

  #expect(character: string): void {
    this.#skip();
    if (this.#text[this.#at] !== character) throw this.#unexpected();
    this.#at += 1;
  }

  /** Slices the text in the longest possible pieces: joining it character by character would take thirty times the memory. */
  #string(quote: string): string {
    let text = '';
    this.#at += 1;
    for (let start = this.#at; ; this.#at += 1) {
      const character = this.#text[this.#at];
      if (character === undefined || (character < ' ' && !this.#syntax.loose)) throw this.#unexpected();
      if (character !== quote && character !== '\\') continue;
      text += this.#text.slice(start, this.#at);
      this.#at += 1;
      if (character === quote) return text;
      text += this.#escape();
      start = this.#at;
      this.#at -= 1;
    }
  }

  #escape(): string {
    const character = this.#text[this.#at] ?? '';
    this.#at += 1;
    const length = { u: 4, x: this.#syntax.loose ? 2 : 0 }[character] ?? 0;
    if (length > 0) {
      const digits = this.#text.slice(this.#at, this.#at + length);
      if (!/^[0-9a-fA-F]+$/.test(digits) || digits.length < length) throw this.#unexpected();
      this.#at += length;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    const known = ESCAPES[character];
    if (known !== undefined) return known;
    if (!this.#syntax.loose) throw this.#unexpected();
    if (character === '\r' && this.#text[this.#at] === '\n') this.#at += 1;
    return /[\r\n\u2028\u2029]/.test(character) ? '' : character === '0' ? '\0' : character;
  }

  #number(): Value | undefined {
    const digits = this.#match(this.#syntax.loose ? LOOSE_NUMBER : STRICT_NUMBER);
    if (digits === undefined) return undefined;
    const plain = digits.replace(/^\+/, '');
    if (/^-?\d+$/.test(plain)) return plain === '-0' ? -0 : wholeNumber(BigInt(plain));
    if (/^-?0x/i.test(plain)) return wholeNumber(plain.startsWith('-') ? -BigInt(plain.slice(1)) : BigInt(plain));
    return realNumber(Number(plain));
  }

  #word(): Value {
    const word = this.#match(/[a-z]+/y);
    if (word === undefined || !Object.hasOwn(WORDS, word)) throw this.#unexpected();
    return WORDS[word] ?? null;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #skip(): void {
    const white = this.#match(WHITE);
    if (white === undefined || !white.includes('/')) return;
    if (!this.#syntax.comments) throw corrupt('a comment in JSON');
    this.#notes.lose('comments-dropped');
  }

  #unexpected(): Error {
    return corrupt(`unexpected ${JSON.stringify(this.#text.slice(this.#at, this.#at + 12))} at ${this.#at}`);
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

const format = (syntax: Syntax): DataFormat => ({
  read: (text, notes) => new Reader(text, syntax, notes).document(),
  write: (value, notes) => `${jsonText(value, notes)}\n`,
});

export const json: DataFormat = format({ comments: false, loose: false });
/** JSON with comments and trailing commas. */
export const jsonc: DataFormat = format({ comments: true, loose: false });
export const json5: DataFormat = format({ comments: true, loose: true });

/** One value per line; a list becomes its lines. */
export const ndjson: DataFormat = {
  read: (text, notes) =>
    text
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '')
      .map((line) => new Reader(line, { comments: false, loose: false }, notes).document()),
  write: (value, notes) => (isList(value) ? value : [value]).map((each) => `${jsonLine(each, notes)}\n`).join(''),
};
