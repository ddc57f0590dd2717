import { escapeHtml } from '@bakkum/markup/escape';
import { childOf, elementsOf, textOf, type XmlElement, type XmlNode } from '@bakkum/markup/xml';

/** TEI elements with an HTML equivalent. Other elements are replaced by their content. */
const NAMES: Readonly<Record<string, string>> = {
  p: 'p',
  ab: 'p',
  lg: 'p',
  quote: 'blockquote',
  cit: 'blockquote',
  q: 'q',
  row: 'tr',
  label: 'strong',
  emph: 'em',
  foreign: 'em',
  code: 'code',
  gi: 'code',
  eg: 'pre',
  del: 'del',
  add: 'ins',
  sp: 'div',
  speaker: 'strong',
};
const MAX_DEPTH = 256;

/** Writes the body of a text as HTML. Heading levels follow section depth; notes are placed at their references. */
export function bodyHtml(root: XmlElement): string {
  const text = childOf(root, 'text');
  const parts = text ? ['front', 'body', 'back', 'group'].flatMap((name) => childOf(text, name) ?? []) : [];
  return parts.map((part) => inner(part, 0)).join('\n');
}

const inner = (element: XmlElement, level: number): string => element.children.map((child) => nodeHtml(child, level)).join('');

function nodeHtml(node: XmlNode, level: number): string {
  if (typeof node === 'string') return escapeHtml(node);
  if (level > MAX_DEPTH) return escapeHtml(textOf(node));
  if (/^div\d?$/.test(node.name)) return `<section>${inner(node, level + 1)}</section>\n`;
  const special = SPECIAL[node.name];
  if (special) return special(node, level);
  const name = NAMES[node.name];
  return name ? `<${name}>${inner(node, level)}</${name}>${name === 'p' ? '\n' : ''}` : inner(node, level);
}

const SPECIAL: Readonly<Record<string, (element: XmlElement, level: number) => string>> = {
  head: (element, level) => {
    const name = `h${Math.min(6, Math.max(1, level))}`;
    return `<${name}>${inner(element, level)}</${name}>\n`;
  },
  lb: () => '<br>',
  milestone: () => '<hr>\n',
  l: (element, level) => `${inner(element, level)}<br>\n`,
  hi: emphasized,
  ref: linked,
  ptr: linked,
  list: listHtml,
  item: (element, level) => `<li>${inner(element, level)}</li>\n`,
  table: (element, level) => `<table>\n${inner(element, level)}</table>\n`,
  cell: (element, level) =>
    element.attributes['role'] === 'label' ? `<th>${inner(element, level)}</th>` : `<td>${inner(element, level)}</td>`,
  note: (element) => ` (${escapeHtml(textOf(element).replaceAll(/\s+/g, ' ').trim())})`,
  formula: (element) => `<code>${escapeHtml(textOf(element))}</code>`,
  graphic: () => '',
  figDesc: (element, level) => `<p>${inner(element, level)}</p>\n`,
};

function emphasized(element: XmlElement, level: number): string {
  const look = `${element.attributes['rend'] ?? ''} ${element.attributes['rendition'] ?? ''}`;
  const name = /bold/.test(look)
    ? 'strong'
    : /super|^sup/.test(look)
      ? 'sup'
      : /sub/.test(look)
        ? 'sub'
        : /strike|line-through/.test(look)
          ? 'del'
          : 'em';
  return `<${name}>${inner(element, level)}</${name}>`;
}

function linked(element: XmlElement, level: number): string {
  const target = element.attributes['target'] ?? '';
  const text = inner(element, level) || escapeHtml(target);
  return /^(?:https?|mailto):/i.test(target) ? `<a href="${escapeHtml(target)}">${text}</a>` : text;
}

/** Definition lists consist of labels, each followed by its item. */
function listHtml(element: XmlElement, level: number): string {
  const type = element.attributes['type'] ?? '';
  const children = elementsOf(element);
  if (children.some(({ name }) => name === 'label')) {
    const lines = children.map((child) =>
      child.name === 'label' ? `<dt>${inner(child, level)}</dt>` : `<dd>${inner(child, level)}</dd>`,
    );
    return `<dl>\n${lines.join('\n')}\n</dl>\n`;
  }
  const name = /^ordered|numbered/.test(type) ? 'ol' : 'ul';
  return `<${name}>\n${children.map((child) => nodeHtml(child, level)).join('')}</${name}>\n`;
}
