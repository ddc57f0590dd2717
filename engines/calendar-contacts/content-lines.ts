import { decodeLatin1, encodeLatin1 } from '@bakkum/bytes/bytes';
import { corrupt } from '@bakkum/conversion/errors';
import { decodeText, detectEncoding, ENCODINGS, type Encoding } from '@bakkum/document-input/text-encoding';
import { BARE, type Component, LISTED, PARTED, type Parameters, type Property } from './component.ts';

/** Calendars nest no deeper than an alarm in an event. */
const MAX_NESTING = 16;
/** Maximum octets per line; longer lines are folded (RFC 5545, 3.1). */
const LINE_OCTETS = 75;

type Open = { type: string; properties: Property[]; components: Component[] };

/**
 * Parses the components of a file. It works on bytes because each line may declare its own encoding (vCard 2.1 of old phones) and
 * lines may be folded within a character. Errors: `corrupt`.
 */
export function readComponents(file: Uint8Array): readonly Component[] {
  const whole = detectEncoding(file);
  const bytes = whole.startsWith('utf-16') ? new TextEncoder().encode(decodeText(file, whole)) : file;
  const encoding = whole.startsWith('utf-16') ? 'utf-8' : whole;
  const top: Open = { type: '', properties: [], components: [] };
  const open: Open[] = [top];
  for (const line of unfolded(decodeLatin1(bytes).replace(/^ï»¿/, ''))) {
    const found = propertyOf(line, encoding);
    if (!found) continue;
    const value = typeof found.value === 'string' ? found.value.trim().toUpperCase() : '';
    if (found.name === 'BEGIN') open.push({ type: value, properties: [], components: [] });
    else if (found.name === 'END') close(open, value);
    else open.at(-1)?.properties.push(found);
    if (open.length > MAX_NESTING) throw corrupt('nested too deep');
  }
  if (open.length > 1) throw corrupt('a component is cut off');
  return top.components;
}

function close(open: Open[], type: string): void {
  const last = open.length > 1 ? open.pop() : undefined;
  if (last?.type !== type) throw corrupt(`END:${type} closes nothing`);
  open.at(-1)?.components.push(last);
}

/** Unfolds lines. In quoted-printable, a trailing equals sign also continues a line. */
function unfolded(text: string): readonly string[] {
  const lines: string[] = [];
  let goesOn = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const last = lines.length - 1;
    if (goesOn) lines[last] = `${(lines[last] ?? '').slice(0, -1)}${line}`;
    else if (/^[ \t]/.test(line) && last >= 0) lines[last] += line.slice(1);
    else lines.push(line);
    const current = lines.at(-1) ?? '';
    goesOn = current.endsWith('=') && /^[^:]*QUOTED-PRINTABLE/i.test(current);
  }
  return lines.filter((line) => line.trim() !== '');
}

/** Name and parameters, each with quoted or bare values, then the value. */
const LINE = /^(?:([\w-]+)\.)?([\w-]+)((?:;(?:"[^"]*"|[^":;])*)*):([\s\S]*)$/;
const BARE_ENCODINGS: ReadonlySet<string> = new Set(['QUOTED-PRINTABLE', 'BASE64', '8BIT', '7BIT', 'B']);

function propertyOf(line: string, encoding: Encoding): Property | undefined {
  const [, group, word, given = '', rest = ''] = LINE.exec(line) ?? [];
  if (word === undefined) return undefined;
  const name = word.toUpperCase();
  const { CHARSET: charset, ENCODING: coded, ...parameters } = parametersOf(decodeText(encodeLatin1(given), encoding));
  const common = { name, ...(group === undefined ? {} : { group }) };
  const coding = coded?.[0]?.toUpperCase() ?? '';
  if (DATA.has(coding)) return { ...common, parameters: { ...parameters, ENCODING: ['b'] }, value: rest.replaceAll(/\s/g, '') };
  const isQuoted = coding === 'QUOTED-PRINTABLE';
  const said = encodingNamed(charset?.[0]) ?? (isQuoted ? undefined : encoding);
  return { ...common, parameters, value: valueOf(name, decodeText(encodeLatin1(isQuoted ? unquoted(rest) : rest), said)) };
}

const DATA: ReadonlySet<string> = new Set(['B', 'BASE64']);

const unquoted = (text: string): string =>
  text.replaceAll(/=([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const KOREAN = /^(?:euc-?kr|ks_?c_?5601(?:-1987)?|ksc5601|cp949|ms949|uhc|x-windows-949)$/i;

function encodingNamed(name: string | undefined): Encoding | undefined {
  if (name === undefined) return undefined;
  if (KOREAN.test(name)) return 'euc-kr';
  return ENCODINGS.find((encoding) => encoding === name.toLowerCase());
}

/** Parameters without a name (`TEL;CELL:`) come from vCard 2.1. `^n`, `^'` and `^^` are escapes (RFC 6868). */
function parametersOf(given: string): Parameters {
  const parameters: Record<string, string[]> = {};
  for (const [, text = ''] of given.matchAll(/;((?:"[^"]*"|[^":;])*)/g)) {
    const at = text.indexOf('=');
    const isEncoding = at < 0 && BARE_ENCODINGS.has(text.toUpperCase());
    const name = at < 0 ? (isEncoding ? 'ENCODING' : 'TYPE') : text.slice(0, at).toUpperCase();
    const values = [...text.slice(at + 1).matchAll(/"([^"]*)"|([^,"]+)/g)].map(([, quoted, bare]) =>
      decoded(quoted ?? bare ?? ''),
    );
    parameters[name] = [...(parameters[name] ?? []), ...values];
  }
  return parameters;
}

const decoded = (text: string): string =>
  text.replaceAll(/\^([n'^])/g, (_, code: string) => (code === 'n' ? '\n' : code === "'" ? '"' : '^'));

function valueOf(name: string, text: string): Property['value'] {
  if (BARE.has(name)) return text;
  if (PARTED.has(name)) return split(text, ';').map(unescaped);
  if (LISTED.has(name)) return split(text, ',').map(unescaped);
  return unescaped(text);
}

/** Splits at unescaped separators. */
function split(text: string, separator: string): readonly string[] {
  const parts = [''];
  for (const [token] of text.matchAll(/\\[\s\S]|[\s\S]/g)) {
    if (token === separator) parts.push('');
    else parts[parts.length - 1] += token;
  }
  return parts;
}

const unescaped = (text: string): string =>
  text.replaceAll(/\\([\\;,:nN])/g, (_, code: string) => (/n/i.test(code) ? '\n' : code));

/** Writes lines with CR LF, folded between characters. */
export function writeComponents(components: readonly Component[]): string {
  return components.map(linesOf).join('');
}

function linesOf({ type, properties, components }: Component): string {
  const inside = [...properties.map(lineOf), writeComponents(components)].join('');
  return `BEGIN:${type}\r\n${inside}END:${type}\r\n`;
}

function lineOf({ name, group, parameters, value }: Property): string {
  const given = Object.entries(parameters).map(([key, values]) => `;${key}=${values.map(parameterText).join(',')}`);
  const start = `${group === undefined ? '' : `${group}.`}${name}${given.join('')}:`;
  return folded(start + valueText(name, value, parameters));
}

function parameterText(value: string): string {
  const text = value.replaceAll('^', '^^').replaceAll(/\r?\n/g, '^n').replaceAll('"', "^'");
  return /[,:;]/.test(text) ? `"${text}"` : text;
}

function valueText(name: string, value: Property['value'], { ENCODING: coded }: Parameters): string {
  if (coded !== undefined || BARE.has(name)) return typeof value === 'string' ? value.replaceAll(/[\r\n]/g, '') : value.join(',');
  if (typeof value === 'string') return escaped(value);
  return value.map(escaped).join(PARTED.has(name) ? ';' : ',');
}

const escaped = (text: string): string => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n|\r|\n/g, '\\n');

function folded(line: string): string {
  const encoder = new TextEncoder();
  let [text, octets] = ['', 0];
  for (const character of line) {
    const length = encoder.encode(character).length;
    if (octets + length > LINE_OCTETS) {
      text += '\r\n ';
      octets = 1;
    }
    text += character;
    octets += length;
  }
  return `${text}\r\n`;
}
