import { encodeBase64 } from '@bakkum/bytes/bytes';
import { corrupt } from '@bakkum/conversion/errors';
import { escapeXmlText } from '@bakkum/markup/escape';
import { elementsOf, parseXml, textOf, type XmlElement } from '@bakkum/markup/xml';
import {
  assertDepth,
  type DataFormat,
  fromBase64,
  isList,
  isTable,
  Moment,
  type Notes,
  Real,
  realNumber,
  type Value,
  wholeNumber,
  wordsOf,
} from './value.ts';

/** Apple's XML property lists. They have no null. */
export const plist: DataFormat = {
  read(text, notes) {
    if (text.includes('<!--')) notes.lose('comments-dropped');
    const [content] = elementsOf(parseXml(text));
    if (!content) throw corrupt('a property list of nothing');
    return valueOf(content, 0);
  },
  write: (value, notes) =>
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
      '<plist version="1.0">',
      `${textFor(value, notes, '')}</plist>`,
      '',
    ].join('\n'),
};

function valueOf(element: XmlElement, depth: number): Value {
  assertDepth(depth);
  const text = textOf(element);
  switch (element.name) {
    case 'dict':
      return tableOf(element, depth);
    case 'array':
      return elementsOf(element).map((child) => valueOf(child, depth + 1));
    case 'string':
      return text;
    case 'integer':
      if (!/^\s*[+-]?(?:0x[0-9a-f]+|\d+)\s*$/i.test(text)) throw corrupt('an integer that is none');
      return wholeNumber(BigInt(text.trim().replace(/^\+/, '')));
    case 'real':
      return realNumber(Number(text));
    case 'true':
    case 'false':
      return element.name === 'true';
    case 'date':
      return new Moment(text.trim(), 'instant');
    case 'data':
      return fromBase64(text);
    default:
      throw corrupt(`no value is called ${element.name}`);
  }
}

function tableOf(element: XmlElement, depth: number): Value {
  const table = new Map<string, Value>();
  let key: string | undefined;
  for (const child of elementsOf(element)) {
    if (child.name === 'key') key = textOf(child);
    else {
      if (key === undefined) throw corrupt('a value without a key');
      table.set(key, valueOf(child, depth + 1));
      key = undefined;
    }
  }
  return table;
}

function textFor(value: Value, notes: Notes, indent: string): string {
  const inner = `${indent}\t`;
  if (isList(value)) {
    const members = value.filter((child) => child !== null);
    if (members.length < value.length) notes.lose('types-changed');
    return `${indent}<array>\n${members.map((child) => textFor(child, notes, inner)).join('')}${indent}</array>\n`;
  }
  if (isTable(value)) {
    const members = [...value].filter(([, child]) => child !== null);
    if (members.length < value.size) notes.lose('types-changed');
    const lines = members.map(([key, child]) => `${inner}<key>${escapeXmlText(key)}</key>\n${textFor(child, notes, inner)}`);
    return `${indent}<dict>\n${lines.join('')}${indent}</dict>\n`;
  }
  return `${indent}${scalarText(value, notes)}\n`;
}

function scalarText(value: Value, notes: Notes): string {
  if (typeof value === 'boolean') return value ? '<true/>' : '<false/>';
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value))) return `<integer>${value}</integer>`;
  if (typeof value === 'number' || value instanceof Real) return `<real>${realText(value)}</real>`;
  if (value instanceof Uint8Array) return `<data>${encodeBase64(value)}</data>`;
  if (value instanceof Moment && value.kind === 'instant') {
    const time = new Date(value.iso);
    if (!Number.isNaN(time.getTime())) return `<date>${time.toISOString().replace(/\.\d{3}Z$/, 'Z')}</date>`;
  }
  if (typeof value !== 'string') notes.lose('types-changed');
  return `<string>${escapeXmlText(wordsOf(value))}</string>`;
}

function realText(value: number | Real): string {
  const number = value instanceof Real ? value.value : value;
  if (Number.isNaN(number)) return 'nan';
  return Number.isFinite(number) ? wordsOf(value) : number > 0 ? '+infinity' : '-infinity';
}
