import { ConversionError } from '@bakkum/conversion/errors';
import type { WorldNode } from './node.ts';

type Tokens = { readonly words: readonly string[]; at: number; readonly defined: Map<string, WorldNode>; depth: number };

const MAX_DEPTH = 256;
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]]|#[^\n]*|[^\s,{}[\]"#]+/g;

/** Parses the nodes of a VRML 2.0 (97) file. Prototypes, routes and scripts are skipped. */
export function parseVrml(text: string): readonly WorldNode[] {
  if (!text.startsWith('#VRML V2.0')) throw new ConversionError('unsupported-feature', 'VRML of another version than 2.0');
  const words = (text.match(TOKEN) ?? []).filter((word) => !word.startsWith('#'));
  const tokens: Tokens = { words, at: 0, defined: new Map(), depth: 0 };
  const nodes: WorldNode[] = [];
  while (tokens.at < words.length) {
    const node = nodeAt(tokens);
    if (node) nodes.push(node);
  }
  return nodes;
}

const next = (tokens: Tokens): string => {
  const word = tokens.words[tokens.at];
  if (word === undefined) throw new ConversionError('corrupt', 'cut off');
  tokens.at += 1;
  return word;
};

function nodeAt(tokens: Tokens): WorldNode | undefined {
  const word = next(tokens);
  switch (word) {
    case 'NULL':
      return undefined;
    case 'USE':
      return tokens.defined.get(next(tokens));
    case 'DEF': {
      const name = next(tokens);
      const node = nodeAt(tokens);
      if (node) tokens.defined.set(name, { ...node, fields: { DEF: name, ...node.fields } });
      return tokens.defined.get(name);
    }
    case 'ROUTE':
      tokens.at += 3;
      return undefined;
    case 'PROTO':
    case 'EXTERNPROTO':
      next(tokens);
      skipBlock(tokens);
      skipBlock(tokens);
      return undefined;
    default:
      return bodyOf(word, tokens);
  }
}

/** The target of an external prototype is a single token. */
function skipBlock(tokens: Tokens): void {
  let open = 0;
  do {
    const word = next(tokens);
    if (word === '{' || word === '[') open += 1;
    else if (word === '}' || word === ']') open -= 1;
  } while (open > 0);
}

function bodyOf(type: string, tokens: Tokens): WorldNode {
  if (next(tokens) !== '{') throw new ConversionError('corrupt', `no node after ${type.slice(0, 40)}`);
  tokens.depth += 1;
  if (tokens.depth > MAX_DEPTH) throw new ConversionError('too-large', 'nested too deep');
  const fields: Record<string, string> = {};
  const children: WorldNode[] = [];
  for (let word = next(tokens); word !== '}'; word = next(tokens)) readField(word, tokens, fields, children);
  tokens.depth -= 1;
  return { type, fields, children };
}

function readField(name: string, tokens: Tokens, fields: Record<string, string>, children: WorldNode[]): void {
  if (name === 'ROUTE') {
    tokens.at += 3;
    return;
  }
  const word = tokens.words[tokens.at] ?? '';
  if (isNode(tokens, tokens.at)) {
    const node = nodeAt(tokens);
    if (node) children.push(node);
  } else if (word === '[') readList(name, tokens, fields, children);
  else fields[name] = valueAt(tokens);
}

/** Reads a value, which ends at the next field name or at the end. */
function valueAt(tokens: Tokens): string {
  const values = [next(tokens)];
  const isNumber = (word: string | undefined): boolean => word !== undefined && /^[-+.\d]/.test(word);
  if (isNumber(values[0])) while (isNumber(tokens.words[tokens.at])) values.push(next(tokens));
  return values.join(' ');
}

const isNode = ({ words }: Tokens, at: number): boolean =>
  words[at] === 'DEF' ||
  words[at] === 'USE' ||
  words[at] === 'NULL' ||
  (words[at + 1] === '{' && /^[A-Za-z_]/.test(words[at] ?? ''));

function readList(name: string, tokens: Tokens, fields: Record<string, string>, children: WorldNode[]): void {
  next(tokens);
  const from = tokens.at;
  while (tokens.words[tokens.at] !== ']') {
    if (isNode(tokens, tokens.at)) {
      const node = nodeAt(tokens);
      if (node) children.push(node);
    } else next(tokens);
  }
  const values = tokens.words.slice(from, tokens.at);
  if (children.length === 0 || /^[-+.\d]/.test(values[0] ?? '')) fields[name] = values.join(' ');
  next(tokens);
}
