import { escapeXmlAttribute, escapeXmlText } from './escape.ts';
import type { XmlNode } from './xml.ts';

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
/** The declaration of parts of Office Open XML packages. */
export const STANDALONE_XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Writes an element that contains only text, on a separate line; nothing for empty text. */
export function textElement(name: string, text: string, indent = ''): string {
  return text === '' ? '' : `${indent}<${name}>${escapeXmlText(text)}</${name}>\n`;
}

/** Writes a parsed node with its prefixes, as canonical XML does: empty elements have an end tag. */
export function writeXml(node: XmlNode): string {
  if (typeof node === 'string') return escapeXmlText(node);
  const name = node.qualified ?? node.name;
  const attributes = Object.entries(node.attributes).map(([key, value]) => ` ${key}="${escapeXmlAttribute(value)}"`);
  return `<${name}${attributes.join('')}>${node.children.map(writeXml).join('')}</${name}>`;
}
