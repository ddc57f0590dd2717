import { type Engine, readInput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { unpackParts } from '@bakkum/document-input/packed-parts';
import { decodeText } from '@bakkum/document-input/text-encoding';
import { readXml } from '@bakkum/document-input/xml-file';
import { escapeXmlAttribute, escapeXmlText } from '@bakkum/markup/escape';
import { XML_DECLARATION } from '@bakkum/markup/write-xml';
import type { XmlElement, XmlNode } from '@bakkum/markup/xml';

const MAX_BYTES = 64 * 1024 * 1024;
const MATHML = 'http://www.w3.org/1998/Math/MathML';

/** Converts OpenDocument formulas to a document that contains only the formula. */
export const engine: Engine = {
  async convert({ inputs }, context) {
    context.signal.throwIfAborted();
    const formula = formulaOf(await readInput(inputs[0], MAX_BYTES));
    const article = `<article xmlns="http://docbook.org/ns/docbook" xmlns:m="${MATHML}" version="5.0">`;
    const page = `${XML_DECLARATION}${article}<informalequation>${written(formula)}</informalequation></article>\n`;
    context.onProgress(1);
    return { outputs: [{ content: new Blob([page], { type: 'application/docbook+xml' }) }], warnings: [] };
  },
};

function formulaOf(file: Uint8Array<ArrayBuffer>): XmlElement {
  const parts = unpackParts(file, (path) => path === 'content.xml' || path === 'META-INF/manifest.xml');
  const manifest = parts.get('META-INF/manifest.xml');
  if (manifest && /<(?:\w+:)?encryption-data\b/.test(decodeText(manifest)))
    throw new ConversionError('encrypted', 'content.xml is sealed');
  const content = parts.get('content.xml');
  if (!content) throw new ConversionError('corrupt', 'no content.xml');
  const root = readXml(content);
  if (root.name !== 'math') throw new ConversionError('corrupt', `${root.name} where a formula should be`);
  if (!hasSymbols(root)) throw new ConversionError('empty', 'a formula without symbols');
  return root;
}

/** Annotations in another language are not part of a formula. */
const isSaidBeside = ({ name }: XmlElement): boolean => name === 'annotation' || name === 'annotation-xml';

function hasSymbols(node: XmlNode): boolean {
  return typeof node === 'string' ? node.trim() !== '' : !isSaidBeside(node) && node.children.some(hasSymbols);
}

function written(node: XmlNode): string {
  if (typeof node === 'string') return escapeXmlText(node);
  if (isSaidBeside(node)) return '';
  // Prefixed attributes are specific to the writing program; names of the rest are as parsed.
  const attributes = Object.entries(node.attributes).filter(([name]) => /^[a-z]+$/i.test(name) && name !== 'xmlns');
  const tag = `m:${/^[a-z]+$/i.test(node.name) ? node.name : 'mrow'}`;
  return `<${tag}${attributes.map(([name, value]) => ` ${name}="${escapeXmlAttribute(value)}"`).join('')}>${node.children.map(written).join('')}</${tag}>`;
}
