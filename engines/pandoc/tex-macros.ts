import { ConversionError, withinStack } from '@bakkum/conversion/errors';

/** A book with its own commands has some ten thousand; pandoc needs minutes for more than these. */
const MAX_EXPANSIONS = 100_000;
/** Tokens that expansions may produce or read as arguments. */
const MAX_TOKENS = 2_000_000;

type Macro = { readonly parameters: number; readonly body: readonly string[]; readonly optional: boolean };
type Macros = Map<string, Macro>;

/** Text that is shown as it is. */
const SHOWN = [
  /\\begin\{(verbatim\*?|Verbatim|lstlisting|minted|comment|alltt)\}[^]*?\\end\{\1\}/g,
  /\\verb\*?([^\s\w*])[^\n]*?\1/g,
  /^(```|~~~)[^]*?^\1/gm,
];
const DEFINES = /\\(?:(?:re)?newcommand|providecommand|DeclareRobustCommand|[gex]?def|(?:re)?newenvironment)(?![a-zA-Z])/;
const DEFINING =
  /^\\(newcommand|renewcommand|providecommand|DeclareRobustCommand|newenvironment|renewenvironment|[gex]?def|let)\*?$/;
const TOKEN = /\\(?:[a-zA-Z@]+\*?|[^])|#[1-9]|[{}]|%[^\n]*\n?|[^\\{}#%]+|[#%]/g;

/**
 * Refuses TeX whose macros expand without end or into too much text; pandoc would not return. Expands them as TeX does, but only
 * counts. Errors: `too-complex`.
 */
export function assertFiniteMacros(text: string): void {
  if (!DEFINES.test(text)) return;
  const visible = SHOWN.reduce((rest, shown) => rest.replaceAll(shown, ''), text);
  withinStack(() => createExpander().run(tokensOf(visible)));
}

function tokensOf(text: string): string[] {
  return (text.match(TOKEN) ?? []).filter((token) => !token.startsWith('%'));
}

/** Tokens to read, those of the innermost expansion first. */
type Input = {
  next(): string | undefined;
  peek(): string | undefined;
  insert(tokens: readonly string[]): void;
};

function createInput(tokens: readonly string[]): Input {
  const frames: { readonly tokens: readonly string[]; at: number }[] = [{ tokens, at: 0 }];
  const top = () => {
    for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
      if (frame.at < frame.tokens.length) return frame;
      frames.pop();
    }
    return undefined;
  };
  return {
    next() {
      const frame = top();
      if (!frame) return undefined;
      frame.at += 1;
      return frame.tokens[frame.at - 1];
    },
    peek() {
      const frame = top();
      return frame?.tokens[frame.at];
    },
    insert: (inserted) => void frames.push({ tokens: inserted, at: 0 }),
  };
}

/** Counts expansions and tokens. */
function createBudget() {
  let expansions = 0;
  let produced = 0;
  return {
    countExpansion(): void {
      expansions += 1;
    },
    /** @throws ConversionError `too-complex` above the limits */
    spend(tokens: number): void {
      produced += tokens;
      if (produced > MAX_TOKENS || expansions > MAX_EXPANSIONS)
        throw new ConversionError('too-complex', `macros expand more than ${MAX_EXPANSIONS} times or into ${MAX_TOKENS} tokens`);
    },
  };
}

/** Tokens up to the end of the group whose `{` was read. */
function groupContent(input: Input): readonly string[] {
  const content: string[] = [];
  for (let depth = 1; ; ) {
    const token = input.next();
    if (token === undefined) break;
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    if (depth === 0) break;
    content.push(token);
  }
  return content;
}

function createExpander(macros: Macros = new Map()) {
  const budget = createBudget();
  /** The next token, or the content of the group that begins with it. */
  const argument = (input: Input): readonly string[] => {
    skipSpace(input);
    const first = input.next();
    if (first === undefined) return [];
    if (first !== '{') return [first];
    const content = groupContent(input);
    budget.spend(content.length);
    return content;
  };
  const expand = (macro: Macro, input: Input): void => {
    budget.countExpansion();
    if (macro.optional) skipOptional(input);
    const needed = macro.optional ? macro.parameters - 1 : macro.parameters;
    const given = Array.from({ length: Math.max(0, needed) }, () => argument(input));
    const values = macro.optional ? [[], ...given] : given;
    const body = macro.body.flatMap((token) => (/^#[1-9]$/.test(token) ? (values[Number(token[1]) - 1] ?? []) : [token]));
    budget.spend(body.length + 1);
    input.insert(body);
  };
  const run = (tokens: readonly string[], output?: string[]): void => {
    const input = createInput(tokens);
    for (let token = input.next(); token !== undefined; token = input.next()) {
      const macro = macros.get(isEnvironment(token) ? token + argument(input).join('') : token);
      if (macro) expand(macro, input);
      else if (!define(token, input)) output?.push(token);
    }
  };
  const expanded = (tokens: readonly string[]): readonly string[] => {
    const output: string[] = [];
    run(tokens, output);
    return output;
  };
  /** Records a definition. Returns whether the token begins one. */
  const define = (token: string, input: Input): boolean => {
    const [, kind] = DEFINING.exec(token) ?? [];
    if (kind === undefined) return false;
    const [name = ''] = argument(input).filter((part) => part.trim() !== '');
    if (kind === 'let') {
      if (input.peek()?.startsWith('=')) input.next();
      const meant = macros.get(argument(input)[0] ?? '');
      if (meant) macros.set(name, meant);
      else macros.delete(name);
      return true;
    }
    const head = headOf(input);
    const body = argument(input);
    if (kind.endsWith('environment')) {
      macros.set(`\\begin${name}`, { ...head, body });
      macros.set(`\\end${name}`, { parameters: 0, optional: false, body: argument(input) });
      return true;
    }
    if (kind === 'providecommand' && macros.has(name)) return true;
    const isExpanded = kind === 'edef' || kind === 'xdef';
    if (name.startsWith('\\')) macros.set(name, { ...head, body: isExpanded ? expanded(body) : body });
    return true;
  };
  return { run };
}

const isEnvironment = (token: string): boolean => token === '\\begin' || token === '\\end';

/** Number of parameters: `[2]`, `[2][default]`, or `#1#2` in front of the body. */
function headOf(input: Input): Pick<Macro, 'parameters' | 'optional'> {
  let head = '';
  for (let token = input.peek(); token !== undefined && token !== '{'; token = input.peek()) head += input.next() ?? '';
  const numbered = /^\s*\[(\d)\]\s*(\[)?/.exec(head);
  if (numbered) return { parameters: Number(numbered[1]), optional: numbered[2] !== undefined };
  return { parameters: (head.match(/#[1-9]/g) ?? []).length, optional: false };
}

function skipSpace(input: Input): void {
  while (input.peek()?.trim() === '') input.next();
}

/** An argument in brackets. */
function skipOptional(input: Input): void {
  const text = input.peek();
  if (!text?.trimStart().startsWith('[')) return;
  input.next();
  const end = text.indexOf(']');
  if (end >= 0) return input.insert([text.slice(end + 1)].filter((rest) => rest !== ''));
  for (let token = input.next(); token !== undefined && !token.includes(']'); token = input.next());
}

const ORG_MACRO = /^[ \t]*#\+macro:[ \t]*(\S+)[ \t]([^\n]*)/gim;
const ORG_USE = /\{\{\{([\w-]+)/g;

/** Refuses Org documents whose macros use each other too often or in a circle. Errors: `too-complex`. */
export function assertFiniteOrgMacros(text: string): void {
  const bodies = new Map([...text.matchAll(ORG_MACRO)].map(([, name = '', body = '']) => [name.toLowerCase(), body] as const));
  if (bodies.size === 0) return;
  const known = new Map<string, number>();
  const expansionsOf = (content: string): number => {
    let sum = 0;
    for (const [, name = ''] of content.matchAll(ORG_USE)) sum += expansionsOfMacro(name.toLowerCase());
    return sum;
  };
  const expansionsOfMacro = (name: string): number => {
    const body = bodies.get(name);
    if (body === undefined) return 0;
    const before = known.get(name);
    if (before !== undefined) return before;
    known.set(name, Number.POSITIVE_INFINITY);
    const sum = 1 + expansionsOf(body);
    known.set(name, sum);
    return sum;
  };
  const used = withinStack(() => expansionsOf(text.replaceAll(ORG_MACRO, '')));
  if (used > MAX_EXPANSIONS) throw new ConversionError('too-complex', 'macros expand without end or too often');
}
