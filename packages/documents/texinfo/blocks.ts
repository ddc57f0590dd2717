import { ConversionError } from '@bakkum/conversion/errors';
import { escapeHtml } from '@bakkum/markup/escape';
import { argumentsOf, openBraces } from './braces.ts';
import { definitionHead } from './definitions.ts';
import { inlineHtml, placeOf, type Setting } from './inline.ts';
import { tableHtml } from './multitable.ts';

/** Heading commands and their levels on a web page. */
const LEVELS: Readonly<Record<string, number>> = {
  ...levels(1, ['top', 'part', 'chapter', 'unnumbered', 'appendix', 'majorheading', 'chapheading', 'centerchap']),
  ...levels(2, ['section', 'unnumberedsec', 'appendixsec', 'appendixsection', 'heading']),
  ...levels(3, ['subsection', 'unnumberedsubsec', 'appendixsubsec', 'subheading']),
  ...levels(4, ['subsubsection', 'unnumberedsubsubsec', 'appendixsubsubsec', 'subsubheading']),
};

function levels(level: number, names: readonly string[]): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, level]));
}

/** Environments left out of a page, and those that only affect line layout. */
const LEFT_OUT = new Set(['menu', 'detailmenu', 'copying', 'documentdescription', 'titlepage', 'shorttitlepage', 'ignore']);
const CODE = new Set(['example', 'smallexample', 'lisp', 'smalllisp']);
const LINES = new Set(['display', 'smalldisplay', 'format', 'smallformat']);
const QUOTES = new Set(['quotation', 'smallquotation', 'indentedblock', 'smallindentedblock']);
const TABLES = new Set(['table', 'ftable', 'vtable']);
/** Commands that divide a list or table. */
const DIVIDERS = new Set(['item', 'itemx', 'headitem', 'tab', 'end']);
/** Line commands followed by text of a paragraph. */
const BEFORE_WORDS = new Set(['noindent', 'indent', 'exdent', 'refill']);

export type LineCommand = { readonly name: string; readonly rest: string };

/** The command of a line, or nothing for text, which may start with a command in braces. */
export function lineCommand(line: string): LineCommand | undefined {
  const [, name, rest = ''] = /^\s*@([a-zA-Z]+)(?![a-zA-Z{])\s*(.*)/.exec(line) ?? [];
  return name === undefined || !isBlock(name) ? undefined : { name, rest: rest.trim() };
}

/** Whether a command is a line command: text never starts with the excluded ones. */
const isBlock = (name: string): boolean => !/^(?:dots|TeX|LaTeX|bullet|copyright|tie|result|error|minus)$/.test(name);

/** Deeper nesting of environments only occurs in files made to break programs. */
const MAX_DEPTH = 100;

/** Converts the lines of a document to a web page, in order. */
export class Blocks {
  readonly #lines: readonly string[];
  readonly #verbatim: readonly string[];
  readonly #depth: number;
  readonly setting: Setting;
  #at = 0;
  #place: string | undefined;

  constructor(text: string, from: { readonly setting: Setting; readonly verbatim: readonly string[]; readonly depth?: number }) {
    this.#lines = text.split('\n');
    this.#verbatim = from.verbatim;
    this.setting = from.setting;
    this.#depth = from.depth ?? 0;
  }

  words(text: string, isLiteral = false): string {
    return inlineHtml(text.trim(), this.setting, isLiteral);
  }

  /** Everything up to a divider of the enclosing list, or to the end. */
  page(): string {
    const parts: string[] = [];
    for (let command = this.peek(); this.#at < this.#lines.length; command = this.peek()) {
      if (command && DIVIDERS.has(command.name) && this.#depth > 0) break;
      parts.push(command ? this.#block(command) : this.#paragraph());
    }
    return parts.filter((part) => part !== '').join('\n');
  }

  peek(): LineCommand | undefined {
    return lineCommand(this.#lines[this.#at] ?? '');
  }

  /** Moves past the line. */
  take(): void {
    this.#at += 1;
  }

  get isOver(): boolean {
    return this.#at >= this.#lines.length;
  }

  /** Lines inside an environment as part of the page. */
  part(text: string): string {
    return this.#inner(text).page();
  }

  #inner(text: string): Blocks {
    if (this.#depth >= MAX_DEPTH) throw new ConversionError('too-large', `nested deeper than ${MAX_DEPTH}`);
    return new Blocks(text, { setting: this.setting, verbatim: this.#verbatim, depth: this.#depth + 1 });
  }

  #paragraph(): string {
    const lines: string[] = [];
    let open = 0;
    for (; this.#at < this.#lines.length; this.#at += 1) {
      const line = this.#lines[this.#at] ?? '';
      if (open <= 0 && (line.trim() === '' || lineCommand(line))) break;
      lines.push(line);
      open += openBraces(line);
    }
    if (lines.length === 0) {
      this.#at += 1;
      return '';
    }
    const html = this.words(lines.join('\n')).trim();
    return html === '' ? '' : `<p>${html}</p>`;
  }

  #block({ name, rest }: LineCommand): string {
    this.take();
    const level = LEVELS[name];
    if (level !== undefined) return this.#heading(level, rest);
    if (name === 'node' || name === 'anchor') {
      this.#place = placeOf(argumentsOf(rest)[0] ?? '');
      return '';
    }
    if (name === 'verbatimblock') return `<pre><code>${escapeHtml(this.#verbatim[Number(rest)] ?? '')}</code></pre>`;
    if (BEFORE_WORDS.has(name)) return rest === '' ? '' : this.part(rest);
    if (name === 'center') return `<p style="text-align: center">${this.words(rest)}</p>`;
    return this.#environment(name, rest);
  }

  #heading(level: number, rest: string): string {
    const place = this.#place;
    this.#place = undefined;
    return `<h${level}${place === undefined ? '' : ` id="${escapeHtml(place)}"`}>${this.words(rest)}</h${level}>`;
  }

  #environment(name: string, rest: string): string {
    if (LEFT_OUT.has(name)) return this.#until(name) && '';
    if (CODE.has(name)) return `<pre><code>${this.#code(this.#until(name))}</code></pre>`;
    if (LINES.has(name)) return this.#displayed(this.#until(name));
    if (QUOTES.has(name)) return this.#quotation(rest, this.#until(name));
    if (name === 'itemize') return `<ul>${this.#items(this.#until(name))}</ul>`;
    if (name === 'enumerate') return `<ol${numbering(rest)}>${this.#items(this.#until(name))}</ol>`;
    if (TABLES.has(name)) return `<dl>${this.#terms(this.#until(name), rest)}</dl>`;
    if (name === 'multitable')
      return tableHtml(
        this.#until(name),
        (text) => this.part(text),
        (text) => this.words(text),
      );
    if (name === 'float') return this.#captioned(rest, this.#until(name));
    if (name === 'displaymath')
      return `<p><script type="math/tex; mode=display">${this.#until(name).replaceAll('</', '<\\/')}</script></p>`;
    if (/^def[a-z]+$/.test(name) && !/^def(?:codeindex|index|infoenclose)$/.test(name)) return this.#definition(name, rest);
    if (TRANSPARENT.has(name)) return this.part(this.#until(name));
    return '';
  }

  /** The lines of an environment, which may contain others of its name. */
  #until(name: string): string {
    const start = this.#at;
    for (let depth = 1; this.#at < this.#lines.length; this.#at += 1) {
      const command = this.peek();
      if (command?.name === 'end' && command.rest.split(/\s/)[0] === name) depth -= 1;
      else if (command?.name === name) depth += 1;
      if (depth > 0) continue;
      this.#at += 1;
      return this.#lines.slice(start, this.#at - 1).join('\n');
    }
    return this.#lines.slice(start).join('\n');
  }

  #code(text: string): string {
    const lines = text.split('\n').filter((line) => !/^\s*@(?:need\b.*|(?:group|end group|noindent|page)\s*)$/.test(line));
    const kept = lines.map((line) =>
      line
        .replace(/^\s*@exdent\s+/, '')
        .replace(/@verbatimblock (\d+)/, (_, index: string) => this.#verbatim[Number(index)] ?? ''),
    );
    return inlineHtml(kept.join('\n'), this.setting, true);
  }

  #displayed(text: string): string {
    const lines = text.split('\n').filter((line) => !/^\s*@(?:group|end group)\s*$/.test(line));
    const html = lines.map((line) => {
      const [indent = ''] = /^ */.exec(line) ?? [];
      return '\u00a0'.repeat(indent.length) + this.words(line);
    });
    return `<p>${html.join('<br>')}</p>`;
  }

  #quotation(label: string, text: string): string {
    const head = label === '' ? '' : `<p><strong>${this.words(label)}:</strong></p>`;
    return `<blockquote>${head}${this.part(text)}</blockquote>`;
  }

  #items(text: string): string {
    const inner = this.#inner(text);
    const parts: string[] = [inner.page()];
    while (!inner.isOver) {
      const command = inner.peek();
      inner.take();
      const head = command && command.name !== 'end' && command.rest !== '' ? this.part(command.rest) : '';
      parts.push(`<li>${withoutParagraph(head + inner.page())}</li>`);
    }
    return parts.filter((part) => part !== '').join('\n');
  }

  /** Terms in the style requested by their table, and their descriptions. */
  #terms(text: string, look: string): string {
    const command = /^@([a-zA-Z]+)/.exec(look)?.[1];
    const inner = this.#inner(text);
    const parts: string[] = [];
    const before = inner.page();
    if (before !== '') parts.push(`<dd>${before}</dd>`);
    while (!inner.isOver) {
      const head = inner.peek();
      inner.take();
      const term = head?.rest ?? '';
      const shown = command === undefined || command === 'asis' ? term : `@${command}{${term}}`;
      const meaning = inner.page();
      parts.push(`<dt>${this.words(shown)}</dt>${meaning === '' && !inner.isOver ? '' : `<dd>${meaning}</dd>`}`);
    }
    return parts.join('\n');
  }

  #captioned(rest: string, text: string): string {
    const place = rest.split(',')[1]?.trim() ?? '';
    const anchor = place === '' ? '' : `<span id="${escapeHtml(placeOf(place))}"></span>`;
    return `${anchor}${this.part(text)}`;
  }

  #definition(name: string, rest: string): string {
    const whole = name.replace(/x$/, '');
    const inner = this.#until(whole).split('\n');
    const heads = [rest];
    while (inner[0] !== undefined && lineCommand(inner[0])?.name === `${whole}x`)
      heads.push(lineCommand(inner.shift() ?? '')?.rest ?? '');
    const terms = heads.map((head) => `<dt>${definitionHead(whole, head, (text) => this.words(text))}</dt>`);
    return `<dl>${terms.join('')}<dd>${this.part(inner.join('\n'))}</dd></dl>`;
  }
}

const TRANSPARENT = new Set([
  'group',
  'cartouche',
  'flushleft',
  'flushright',
  'raggedright',
  'smallcartouche',
  'defblock',
  'nodedescriptionblock',
]);

/** Drops the paragraph of an item with one paragraph, and perhaps a list, so that items stay close together. */
const withoutParagraph = (item: string): string => item.replace(/^<p>((?:(?!<\/?p>)[\s\S])*)<\/p>(?=$|\s*<[uo]l)/, '$1');

/** `@enumerate 3`, `@enumerate a`. */
function numbering(rest: string): string {
  const mark = rest.trim();
  if (/^\d+$/.test(mark)) return ` start="${Number(mark)}"`;
  if (!/^[a-zA-Z]$/.test(mark)) return '';
  const first = mark >= 'a' ? 'a' : 'A';
  return ` type="${first}" start="${mark.charCodeAt(0) - first.charCodeAt(0) + 1}"`;
}
