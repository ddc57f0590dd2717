import { ConversionError } from '@bakkum/conversion/errors';
import {
  assertDepth,
  type DataFormat,
  isList,
  isTable,
  type Notes,
  type Table,
  type Value,
  wordsOf,
} from '@bakkum/data-tree/value';
import { escapeXmlAttribute, escapeXmlText } from '@bakkum/markup/escape';
import { XML_DECLARATION } from '@bakkum/markup/write-xml';
import { elementsOf, parseXml, type XmlElement } from '@bakkum/markup/xml';

/** Keys for other nodes: `@name` for attributes, `#text` for text beside elements. Elements of the same name form a list. */
const ATTRIBUTE = '@';
const TEXT = '#text';

/** Reads an element as a tree of strings, because XML has no other types. */
export const xml: DataFormat = {
  read(text, notes) {
    if (/<!ENTITY/i.test(text)) throw new ConversionError('unsupported-feature', 'it declares entities of its own');
    if (text.includes('<!--')) notes.lose('comments-dropped');
    const root = parseXml(text);
    return new Map([[nameOf(root), valueOf(root, notes, 0)]]);
  },
  write(value, notes) {
    const [name, content] = rootOf(value, notes);
    return `${XML_DECLARATION}${elementText(name, content, notes, '')}`;
  },
};

const nameOf = ({ name, qualified }: XmlElement): string => qualified ?? name;

function valueOf(element: XmlElement, notes: Notes, depth: number): Value {
  assertDepth(depth);
  const elements = elementsOf(element);
  const text = element.children.filter((child) => typeof child === 'string').join('');
  const attributes = Object.entries(element.attributes);
  if (elements.length === 0 && attributes.length === 0) return text;
  const table = new Map<string, Value>(attributes.map(([name, value]) => [ATTRIBUTE + name, value]));
  let last = '';
  for (const child of elements) {
    const name = nameOf(child);
    const known = table.get(name);
    const value = valueOf(child, notes, depth + 1);
    if (known !== undefined && last !== name) notes.lose('structure-changed'); // the order among other names is lost
    if (known === undefined) table.set(name, value);
    else table.set(name, isList(known) ? [...known, value] : [known, value]);
    last = name;
  }
  if (text.trim() !== '') {
    if (elements.length > 0) notes.lose('structure-changed');
    table.set(TEXT, elements.length > 0 ? text.trim() : text);
  }
  return table;
}

const XML_NAME = /^[\p{L}_][\p{L}\p{N}._:-]*$/u;

/** Uses the only element of a table as the root; anything else is wrapped in one. */
function rootOf(value: Value, notes: Notes): readonly [string, Value] {
  const [only] = isTable(value) && value.size === 1 ? [...value] : [];
  if (only && XML_NAME.test(only[0]) && !isList(only[1])) return only;
  notes.lose('structure-changed');
  return isList(value) ? ['root', new Map([['item', value]])] : ['root', value];
}

function elementText(name: string, value: Value, notes: Notes, indent: string): string {
  const [tag, named] = XML_NAME.test(name) ? [name, ''] : ['entry', ` name="${escapeXmlAttribute(name)}"`];
  if (named !== '') notes.lose('structure-changed');
  if (isList(value))
    return value.map((each) => elementText(name, isList(each) ? new Map([['item', each]]) : each, notes, indent)).join('');
  if (!isTable(value)) {
    if (typeof value !== 'string') notes.lose('types-changed');
    const text = escapeXmlText(wordsOf(value));
    return text === '' ? `${indent}<${tag}${named}/>\n` : `${indent}<${tag}${named}>${text}</${tag}>\n`;
  }
  return tableText(tag, named, value, notes, indent);
}

function tableText(tag: string, named: string, table: Table, notes: Notes, indent: string): string {
  const isAttribute = (key: string, value: Value): boolean =>
    key.startsWith(ATTRIBUTE) && XML_NAME.test(key.slice(1)) && typeof value === 'string';
  const attributes = [...table].filter(([key, value]) => isAttribute(key, value));
  const start = `${indent}<${tag}${named}${attributes.map(([key, value]) => ` ${key.slice(1)}="${escapeXmlAttribute(wordsOf(value))}"`).join('')}`;
  const text = table.get(TEXT);
  const children = [...table].filter(([key, value]) => !isAttribute(key, value) && key !== TEXT);
  const words = typeof text === 'string' ? escapeXmlText(text) : '';
  if (children.length === 0) return words === '' ? `${start}/>\n` : `${start}>${words}</${tag}>\n`;
  const inner = children.map(([key, value]) => elementText(key, value, notes, `${indent}  `)).join('');
  return `${start}>${words}\n${inner}${indent}</${tag}>\n`;
}
