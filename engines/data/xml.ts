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
    return `${XML_DECLARATION}${elementText(name, content, { notes, indent: '', prefixes: PREDEFINED })}`;
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

/** A name or prefix. Parsers of XML 1.0 differ in compatibility characters, such as ² and full-width letters. */
const NAME_PART = /^[\p{L}_][\p{L}\p{Nd}._-]*$/u;
const isPart = (name: string): boolean => NAME_PART.test(name) && name === name.normalize('NFKC');
const PREDEFINED: ReadonlySet<string> = new Set(['xml']);
const DECLARATION = `${ATTRIBUTE}xmlns:`;

/** Place of an element. `prefixes`: those declared by its ancestors; parsers reject any other. */
type Scope = { readonly notes: Notes; readonly indent: string; readonly prefixes: ReadonlySet<string> };

function isName(name: string, prefixes: ReadonlySet<string>): boolean {
  const [first = '', second, ...others] = name.split(':');
  if (!isPart(first)) return false;
  return second === undefined || (others.length === 0 && isPart(second) && prefixes.has(first));
}

/** Adds the prefixes that the attributes of an element declare. */
function declaredIn(value: Value, prefixes: ReadonlySet<string>): ReadonlySet<string> {
  const declared = isTable(value) ? [...value].filter(([key, text]) => isDeclaration(key, text)) : [];
  return declared.length === 0 ? prefixes : new Set([...prefixes, ...declared.map(([key]) => key.slice(DECLARATION.length))]);
}

/** A prefix cannot be declared empty, and two of them cannot be declared at all. */
function isDeclaration(key: string, value: Value): boolean {
  const prefix = key.startsWith(DECLARATION) ? key.slice(DECLARATION.length) : '';
  return isPart(prefix) && prefix !== 'xml' && prefix !== 'xmlns' && typeof value === 'string' && value !== '';
}

function isAttribute(key: string, value: Value, prefixes: ReadonlySet<string>): boolean {
  if (!key.startsWith(ATTRIBUTE) || typeof value !== 'string') return false;
  return isDeclaration(key, value) || isName(key.slice(ATTRIBUTE.length), prefixes);
}

/** Uses the only element of a table as the root; anything else is wrapped in one. */
function rootOf(value: Value, notes: Notes): readonly [string, Value] {
  const [only] = isTable(value) && value.size === 1 ? [...value] : [];
  if (only && !isList(only[1]) && isName(only[0], declaredIn(only[1], PREDEFINED))) return only;
  notes.lose('structure-changed');
  return isList(value) ? ['root', new Map([['item', value]])] : ['root', value];
}

function elementText(name: string, value: Value, scope: Scope): string {
  if (isList(value))
    return value.map((each) => elementText(name, isList(each) ? new Map([['item', each]]) : each, scope)).join('');
  const { notes, indent } = scope;
  const prefixes = declaredIn(value, scope.prefixes);
  const [tag, named] = isName(name, prefixes) ? [name, ''] : ['entry', ` name="${escapeXmlAttribute(name)}"`];
  if (named !== '') notes.lose('structure-changed');
  if (isTable(value)) return tableText(tag, named, value, { notes, indent, prefixes });
  if (typeof value !== 'string') notes.lose('types-changed');
  const text = escapeXmlText(wordsOf(value));
  return text === '' ? `${indent}<${tag}${named}/>\n` : `${indent}<${tag}${named}>${text}</${tag}>\n`;
}

function tableText(tag: string, named: string, table: Table, { notes, indent, prefixes }: Scope): string {
  const isOwn = (key: string, value: Value): boolean =>
    isAttribute(key, value, prefixes) && !(named !== '' && key === `${ATTRIBUTE}name`);
  const attributes = [...table].filter(([key, value]) => isOwn(key, value));
  const start = `${indent}<${tag}${named}${attributes.map(([key, value]) => ` ${key.slice(1)}="${escapeXmlAttribute(wordsOf(value))}"`).join('')}`;
  const text = table.get(TEXT);
  const children = [...table].filter(([key, value]) => !isOwn(key, value) && key !== TEXT);
  const words = typeof text === 'string' ? escapeXmlText(text) : '';
  if (children.length === 0) return words === '' ? `${start}/>\n` : `${start}>${words}</${tag}>\n`;
  const within = { notes, indent: `${indent}  `, prefixes };
  const inner = children.map(([key, value]) => elementText(key, value, within)).join('');
  return `${start}>${words}\n${inner}${indent}</${tag}>\n`;
}
