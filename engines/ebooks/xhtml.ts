import { escapeXmlAttribute, escapeXmlText } from '@bakkum/markup/escape';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parseFragment } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;

/** An element or text of a book. */
export type BookNode = BookElement | string;
export type BookElement = {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly BookNode[];
};

const INLINE: ReadonlySet<string> = new Set([
  ...[
    'a',
    'abbr',
    'b',
    'bdi',
    'bdo',
    'br',
    'cite',
    'code',
    'del',
    'dfn',
    'em',
    'i',
    'img',
    'ins',
    'kbd',
    'mark',
    'q',
    'ruby',
    'rb',
  ],
  ...['rp', 'rt', 's', 'samp', 'small', 'span', 'strong', 'sub', 'sup', 'u', 'var', 'wbr'],
]);
const BLOCKS: ReadonlySet<string> = new Set([
  ...[
    'address',
    'article',
    'aside',
    'blockquote',
    'div',
    'figcaption',
    'figure',
    'footer',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'header',
  ],
  ...['hr', 'li', 'main', 'ol', 'p', 'pre', 'section', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr', 'caption', 'ul'],
]);
/** Replacements for obsolete and non-standard HTML elements. */
const RENAMED: Readonly<Record<string, string>> = {
  big: 'span',
  center: 'div',
  dd: 'div',
  dl: 'div',
  dt: 'div',
  font: 'span',
  nav: 'div',
  strike: 's',
  tt: 'code',
};
const EMPTY: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'wbr']);
const KEPT: ReadonlySet<string> = new Set(['id', 'href', 'src', 'alt', 'title', 'colspan', 'rowspan', 'dir', 'start']);
/** Deeper trees are cut off because they are walked recursively. */
const MAX_DEPTH = 300;

/** Parses the body of a page like a browser and keeps the elements a book may contain. */
export function readNodes(html: string): readonly BookNode[] {
  return parseFragment(html).childNodes.flatMap((node) => nodesOf(node, 0));
}

function nodesOf(node: Node, depth: number): readonly BookNode[] {
  if (defaultTreeAdapter.isTextNode(node)) return [node.value];
  if (!defaultTreeAdapter.isElementNode(node) || depth > MAX_DEPTH) return [];
  const children = node.childNodes.flatMap((child) => nodesOf(child, depth + 1));
  const name = RENAMED[node.tagName] ?? node.tagName;
  if (!INLINE.has(name) && !BLOCKS.has(name)) return children;
  // Blocks may not be nested in inline elements.
  if (INLINE.has(name) && children.some(isBlock)) return withName(node, children);
  const attributes = attributesOf(node, BLOCKS.has(name));
  return [{ name, attributes, children: name === 'ul' || name === 'ol' ? itemsOf(children) : children }];
}

function attributesOf({ attrs, tagName }: DefaultTreeAdapterTypes.Element, isBlockElement: boolean): ReadonlyMap<string, string> {
  const attributes = new Map(attrs.filter(({ name }) => KEPT.has(name)).map(({ name, value }) => [name, value]));
  const told = attrs.find(({ name }) => name === 'align')?.value.toLowerCase();
  const alignment = told ?? (tagName === 'center' ? 'center' : '');
  if (isBlockElement && ['center', 'right', 'justify'].includes(alignment)) attributes.set('style', `text-align: ${alignment}`);
  if (attrs.some(({ name, value }) => name === 'class' && value === 'page-break')) attributes.set('class', 'page-break');
  return attributes;
}

/** Links to a removed element point to its content instead. */
function withName(node: DefaultTreeAdapterTypes.Element, children: readonly BookNode[]): readonly BookNode[] {
  const id = node.attrs.find(({ name }) => name === 'id')?.value;
  return id === undefined ? children : [{ name: 'span', attributes: new Map([['id', id]]), children: [] }, ...children];
}

export function isBlock(node: BookNode): boolean {
  return typeof node !== 'string' && BLOCKS.has(node.name);
}

/** Lists may contain only items. */
function itemsOf(children: readonly BookNode[]): readonly BookNode[] {
  return children.flatMap((child): readonly BookNode[] => {
    if (typeof child !== 'string' && child.name === 'li') return [child];
    return typeof child === 'string' && child.trim() === '' ? [] : [{ name: 'li', attributes: new Map(), children: [child] }];
  });
}

/** Yields every element in document order. */
export function* elementsIn(nodes: readonly BookNode[]): Generator<BookElement> {
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    yield node;
    yield* elementsIn(node.children);
  }
}

export function wordsOf(nodes: readonly BookNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : wordsOf(node.children))).join('');
}

/** Writes well-formed markup; `leadTo` resolves a link within the book or returns `undefined`. */
export function xhtmlOf(nodes: readonly BookNode[], leadTo: (address: string) => string | undefined): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return escapeXmlText(node);
      const attributes = [...node.attributes]
        .flatMap(([name, value]): readonly (readonly [string, string])[] => {
          const target = name === 'href' ? leadTo(value) : value;
          return target === undefined ? [] : [[name, target]];
        })
        .map(([name, value]) => ` ${name}="${escapeXmlAttribute(value)}"`)
        .join('');
      if (EMPTY.has(node.name)) return `<${node.name}${attributes}/>`;
      return `<${node.name}${attributes}>${xhtmlOf(node.children, leadTo)}</${node.name}>`;
    })
    .join('');
}
