import { expandMacros, type Macro } from './macros.ts';

/** Markup with its conditions decided, macros written out and remarks gone. `verbatim` is what `@verbatimblock N` stands for. */
export type Source = { readonly text: string; readonly verbatim: readonly string[] };

/** Of what is meant for one kind of output, what belongs in a web page. */
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

/** Decides and expands all that stands above the markup itself. Errors: `too-large` for macros without end. */
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
  const [, name = '', rest = ''] = /^\s*@([a-zA-Z]+)(?![a-zA-Z{])\s*(.*)$/.exec(line) ?? [];
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

/** Flags, values and other files. Answers whether the line is dealt with. */
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

/** What stands before the end of an environment, which may hold others of its name. */
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

/** Without the remark at its end, with values in the place of their names. */
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
