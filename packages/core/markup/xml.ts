import { ConversionError } from '@bakkum/conversion/errors';
import { unescapeXml } from './unescape.ts';

/** An element without its namespace: the name of `hp:run` is `run`. Attributes keep their prefix. */
export type XmlElement = {
  readonly name: string;
  /** The name with its prefix, if it has one. */
  readonly qualified?: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
};

export type XmlNode = XmlElement | string;

/** Deeper nesting than any document has; code that walks the tree is recursive. */
const MAX_DEPTH = 512;

/** Names start only after white space or a value, which keeps matching linear. */
const ATTRIBUTE = /(?<=[\s"'/])([^\s=/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

type OpenElement = { name: string; qualified: string; attributes: Record<string, string>; children: XmlNode[] };

/**
 * Parses an XML document and returns its root element. Only the five predefined entities and character references are expanded,
 * so input cannot grow; declarations, comments and processing instructions are skipped. A byte order mark is ignored.
 * @throws ConversionError `corrupt` if it is not well-formed, `too-large` for unreasonably deep nesting
 */
export function parseXml(text: string): XmlElement {
  const source = text.replace(/\r\n?/g, '\n'); // XML 1.0, section 2.11
  const top: OpenElement = { name: '', qualified: '', attributes: {}, children: [] };
  const open: OpenElement[] = [top];
  let at = 0;
  while (at < source.length) {
    const parent = open.at(-1) ?? top;
    const tag = source.indexOf('<', at);
    const words = source.slice(at, tag < 0 ? source.length : tag);
    if (words !== '') parent.children.push(unescapeXml(words));
    if (tag < 0) break;
    at = readMarkup(source, tag, open);
    if (open.length > MAX_DEPTH) throw new ConversionError('too-large', 'XML nested too deep');
  }
  if (open.length > 1) throw malformed('an element is not closed');
  const root = top.children.find((child) => typeof child !== 'string');
  if (!root) throw malformed('no element');
  return root;
}

/** Reads the markup that starts with `<` at `tag` and returns its end position. */
function readMarkup(source: string, tag: number, open: OpenElement[]): number {
  if (source.startsWith('<!--', tag)) return endOf(source, '-->', tag + 4);
  if (source.startsWith('<![CDATA[', tag)) {
    const end = endOf(source, ']]>', tag + 9);
    open.at(-1)?.children.push(source.slice(tag + 9, end - 3));
    return end;
  }
  if (source.startsWith('<?', tag)) return endOf(source, '?>', tag + 2);
  if (source.startsWith('<!', tag)) return endOfDeclaration(source, tag);
  const end = endOfTag(source, tag);
  if (source[tag + 1] === '/') close(source.slice(tag + 2, end - 1).trim(), open);
  else openTag(source.slice(tag + 1, end - 1), open);
  return end;
}

function close(qualified: string, open: OpenElement[]): void {
  const last = open.length > 1 ? open.pop() : undefined;
  if (last?.qualified !== qualified) throw malformed(`</${qualified}> closes nothing`);
}

function openTag(inside: string, open: OpenElement[]): void {
  const closed = inside.endsWith('/');
  const qualified = /^[^\s/]+/.exec(inside)?.[0];
  if (qualified === undefined) throw malformed('a tag without a name');
  const attributes: Record<string, string> = {};
  for (const [, name = '', double, single] of inside.slice(qualified.length).matchAll(ATTRIBUTE)) {
    attributes[name] = unescapeXml((double ?? single ?? '').replace(/[\t\n]/g, ' ')); // XML 1.0, section 3.3.3
  }
  const element = { name: qualified.slice(qualified.indexOf(':') + 1), qualified, attributes, children: [] };
  open.at(-1)?.children.push(element);
  if (!closed) open.push(element);
}

const malformed = (reason: string): ConversionError => new ConversionError('corrupt', `XML: ${reason}`);

function endOf(source: string, mark: string, from: number): number {
  const end = source.indexOf(mark, from);
  if (end < 0) throw malformed(`no ${mark}`);
  return end + mark.length;
}

/** A quoted value may contain `>`. */
function endOfTag(source: string, from: number): number {
  let quote = '';
  for (let at = from; at < source.length; at += 1) {
    const character = source[at] ?? '';
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at + 1;
  }
  throw malformed('a tag is cut off');
}

const DECLARATION_START = /<!(?:[^[>"']|"[^"]*"|'[^']*')*([[>])/y;
const SUBSET_END = /\]\s*>/g;

/** A document type may contain bracketed declarations, which are skipped with it. */
function endOfDeclaration(source: string, from: number): number {
  DECLARATION_START.lastIndex = from;
  const stop = DECLARATION_START.exec(source)?.[1];
  SUBSET_END.lastIndex = DECLARATION_START.lastIndex;
  if (stop === undefined || (stop === '[' && !SUBSET_END.test(source))) throw malformed('a declaration is cut off');
  return stop === '[' ? SUBSET_END.lastIndex : DECLARATION_START.lastIndex;
}

/** The child elements, in order. */
export function elementsOf(element: XmlElement): readonly XmlElement[] {
  return element.children.filter((child) => typeof child !== 'string');
}

/** The first child element with a name. */
export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element && elementsOf(element).find((child) => child.name === name);
}

/** All descendants with a name, in document order, including those inside matches. */
export function* descendantsOf(element: XmlElement, name: string): Generator<XmlElement> {
  for (const child of elementsOf(element)) {
    if (child.name === name) yield child;
    yield* descendantsOf(child, name);
  }
}

/** All text inside, at any depth. */
export function textOf(element: XmlElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}
