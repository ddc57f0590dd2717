import { expandMacros, type Macro } from './macros.ts';

/** Markup after resolving conditions, expanding macros and removing comments. `verbatim` holds the text of `@verbatimblock N`. */
export type Source = { readonly text: string; readonly verbatim: readonly string[] };

/** Output-specific parts that belong in a web page. */
const KEPT = new Set(['ifhtml', 'ifnottex', 'ifnotinfo', 'ifnotplaintext', 'ifnotdocbook', 'ifnotxml', 'ifnotlatex']);
const LEFT_OUT = new Set([
  ...['ignore', 'iftex', 'ifinfo', 'ifplaintext', 'ifdocbook', 'ifxml', 'iflatex', 'ifnothtml'],
  ...['tex', 'html', 'docbook', 'xml', 'latex', 'plaintext', 'direntry', 'ifcommandnotdefined', 'titlefont'],
]);

const REMARKS = new Set(['c', 'comment']);
const MACROS = new Set(['macro', 'rmacro', 'linemacro']);

type State = {
  readonly lines: readonly string[];
  readonly values: Map<string, string>;
  readonly macros: Map<string, Macro>;
  readonly aliases: Map<string, string>;
  readonly verbatim: string[];
  readonly out: string[];
  at: number;
};

/** Resolves conditions and macros. Errors: `too-large` for endless macros. */
export function resolveSource(text: string): Source {
  const state: State = {
    lines: text.replaceAll(/\r\n?/g, '\n').split('\n'),
    values: new Map(),
    macros: new Map(),
    aliases: new Map(),
    verbatim: [],
    out: [],
    at: 0,
  };
  while (state.at < state.lines.length) {
    const line = state.lines[state.at] ?? '';
    state.at += 1;
    if (/^\s*@bye\b/.test(line)) break;
    resolveLine(line, state);
  }
  const expanded = expandMacros(state.out.join('\n'), state.macros);
  return { text: withAliases(expanded, state.aliases), verbatim: state.verbatim };
}

function resolveLine(line: string, state: State): void {
  const [, name = '', rest = ''] = /^\s*@([a-zA-Z]+)(?![a-zA-Z{])\s*(.*)/.exec(line) ?? [];
  if (REMARKS.has(name) || KEPT.has(name) || (name === 'end' && isResolved(rest))) return;
  if (name === 'verbatim') {
    state.out.push(`@verbatimblock ${state.verbatim.length}`);
    state.verbatim.push(linesUntil('verbatim', state).join('\n'));
  } else if (MACROS.has(name)) defineMacro(rest, name, state);
  else if (LEFT_OUT.has(name)) linesUntil(name, state);
  else if (name !== '' && settled(name, rest.trim(), state)) return;
  else if (!/^\s*\\input\b/.test(line)) state.out.push(plainLine(line, state));
}

const isResolved = (name: string): boolean => {
  const word = /^[a-z]*/.exec(name)?.[0] ?? '';
  return KEPT.has(word) || word === 'ifset' || word === 'ifclear' || word === 'ifcommanddefined';
};

/** Handles flags, values and included files. Returns whether the line is done. */
function settled(name: string, rest: string, state: State): boolean {
  const [word = ''] = rest.split(/\s/, 1);
  if (name === 'set') state.values.set(word, rest.slice(word.length).trim());
  else if (name === 'clear') state.values.delete(word);
  else if (name === 'alias') alias(rest, state);
  else if (name === 'include' || name === 'verbatiminclude') {
    state.out.push('', `@file{${rest}}`, '');
  } else if (name === 'ifset' || name === 'ifclear' || name === 'ifcommanddefined') {
    const isKept = name === 'ifcommanddefined' || state.values.has(word) === (name === 'ifset');
    if (!isKept) linesUntil(name, state);
  } else return false;
  return true;
}

function alias(rest: string, { aliases }: State): void {
  const [, name, meaning] = /^(\w+)\s*=\s*(\w+)/.exec(rest) ?? [];
  if (name !== undefined && meaning !== undefined) aliases.set(name, meaning);
}

/** The lines up to the end of an environment, which may contain others of its name. */
function linesUntil(name: string, state: State): readonly string[] {
  const start = state.at;
  const [begins, ends] = [new RegExp(`^\\s*@${name}\\b`), new RegExp(`^\\s*@end\\s+${name}\\b`)];
  for (let depth = 1; state.at < state.lines.length; state.at += 1) {
    const line = state.lines[state.at] ?? '';
    if (ends.test(line)) depth -= 1;
    else if (name !== 'verbatim' && begins.test(line)) depth += 1;
    if (depth === 0) {
      state.at += 1;
      return state.lines.slice(start, state.at - 1);
    }
  }
  return state.lines.slice(start);
}

function defineMacro(rest: string, kind: string, state: State): void {
  const body = linesUntil(kind, state).join('\n');
  const [, name, parameters = ''] = /^([\w-]+)\s*(?:\{([^}]*)\})?/.exec(rest) ?? [];
  if (name === undefined) return;
  const names = parameters.split(',').map((each) => each.trim());
  state.macros.set(name, { parameters: names.filter((each) => each !== ''), body });
}

/** The line without its comment and with values substituted. */
function plainLine(line: string, { values }: State): string {
  return line
    .replace(/(^|[^@])@c(?:omment)?(?=\s|$).*$/, '$1')
    .replaceAll(/@value\{([^{}]*)\}/g, (_, name: string) => values.get(name.trim()) ?? name);
}

function withAliases(text: string, aliases: ReadonlyMap<string, string>): string {
  if (aliases.size === 0) return text;
  return text.replaceAll(/@([a-zA-Z]+)/g, (command, name: string) => {
    const meaning = aliases.get(name);
    return meaning === undefined ? command : `@${meaning}`;
  });
}
