/** An element without its namespace: the name of `hp:run` is `run`. Attributes keep their prefix. */
export type XmlElement = {
  readonly name: string;
  /** The name with its prefix, if it has one. */
  readonly qualified?: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
};

export type XmlNode = XmlElement | string;

/** The input is not well-formed enough to be read. */
export class XmlError extends Error {}

/** Deeper nesting than any document has; code that walks the tree is recursive. */
const MAX_DEPTH = 512;

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const ATTRIBUTE = /([^\s=/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

type OpenElement = { name: string; qualified: string; attributes: Record<string, string>; children: XmlNode[] };

/**
 * Parses an XML document and returns its root element. Only the five predefined entities and character references are expanded,
 * so input cannot grow; declarations, comments and processing instructions are skipped. @throws XmlError
 */
export function parseXml(source: string): XmlElement {
  const top: OpenElement = { name: '', qualified: '', attributes: {}, children: [] };
  const open: OpenElement[] = [top];
  let at = 0;
  while (at < source.length) {
    const parent = open.at(-1) ?? top;
    const tag = source.indexOf('<', at);
    const text = source.slice(at, tag < 0 ? source.length : tag);
    if (text !== '') parent.children.push(decodeEntities(text));
    if (tag < 0) break;
    at = readMarkup(source, tag, open);
    if (open.length > MAX_DEPTH) throw new XmlError('nested too deep');
  }
  if (open.length > 1) throw new XmlError('an element is not closed');
  const root = top.children.find((child) => typeof child !== 'string');
  if (!root) throw new XmlError('no element');
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
  if (last?.qualified !== qualified) throw new XmlError(`</${qualified}> closes nothing`);
}

function openTag(inside: string, open: OpenElement[]): void {
  const closed = inside.endsWith('/');
  const qualified = /^[^\s/]+/.exec(inside)?.[0];
  if (qualified === undefined) throw new XmlError('a tag without a name');
  const attributes: Record<string, string> = {};
  for (const [, name = '', double, single] of inside.slice(qualified.length).matchAll(ATTRIBUTE)) {
    attributes[name] = decodeEntities(double ?? single ?? '');
  }
  const element = { name: qualified.slice(qualified.indexOf(':') + 1), qualified, attributes, children: [] };
  open.at(-1)?.children.push(element);
  if (!closed) open.push(element);
}

function endOf(source: string, mark: string, from: number): number {
  const end = source.indexOf(mark, from);
  if (end < 0) throw new XmlError(`no ${mark}`);
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
  throw new XmlError('a tag is cut off');
}

/** A document type may contain bracketed declarations, which are skipped with it. */
function endOfDeclaration(source: string, from: number): number {
  const end = endOfTag(source, from);
  const bracket = source.indexOf('[', from);
  return bracket >= 0 && bracket < end ? endOf(source, '>', endOf(source, ']', bracket)) : end;
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (whole, entity: string) => {
    if (!entity.startsWith('#')) return NAMED[entity] ?? whole;
    const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number.parseInt(entity.slice(1), 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  });
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
