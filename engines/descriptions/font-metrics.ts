import { corrupt } from '@bakkum/conversion/errors';
import { type Table, type Value } from '@bakkum/data-tree/value';

/** Reads Adobe font metrics (AFM 4.1): global facts, one record per character, and kerning pairs. Errors: `corrupt`. */
export function readFontMetrics(text: string): Value {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  if (!lines[0]?.startsWith('StartFontMetrics')) throw corrupt('no font metrics');
  const facts = new Map<string, Value>();
  const characters: Table[] = [];
  const kerning: Table[] = [];
  for (const line of lines.slice(1)) {
    const [, key = '', rest = ''] = /^(\w+)\s*(.*)/.exec(line.trim()) ?? [];
    if (key === 'C' || key === 'CH') characters.push(characterOf(line));
    else if (key === 'KPX' || key === 'KP') kerning.push(pairOf(rest));
    else if (key === 'Comment') facts.set('Comment', [...listOf(facts.get('Comment')), rest]);
    else if (key !== '' && !/^(?:Start|End)/.test(key)) facts.set(key, scalarOf(rest));
  }
  return new Map<string, Value>([...facts, ['characters', characters], ['kerning', kerning]]);
}

const listOf = (value: Value | undefined): readonly Value[] => (Array.isArray(value) ? value : []);

function scalarOf(text: string): Value {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

/** `C 65 ; WX 722 ; N A ; B 15 0 706 674 ;` */
function characterOf(line: string): Table {
  const parts = new Map(line.split(';').map((part) => [part.trim().split(/\s+/)[0] ?? '', part.trim().split(/\s+/).slice(1)]));
  const word = (key: string): string | undefined => parts.get(key)?.[0];
  const [left = null, bottom = null, right = null, top = null] = (parts.get('B') ?? []).map(Number);
  return new Map<string, Value>([
    ['code', codeOf(word('CH'), word('C'))],
    ['name', word('N') ?? ''],
    ['width', Number(word('WX') ?? word('W0X') ?? word('W') ?? 0)],
    ['left', left],
    ['bottom', bottom],
    ['right', right],
    ['top', top],
  ]);
}

/** A character without a code has -1. */
function codeOf(hexadecimal: string | undefined, decimal = '-1'): number {
  return hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal.replaceAll(/[<>]/g, ''), 16);
}

function pairOf(rest: string): Table {
  const [first = '', second = '', x = '0'] = rest.split(/\s+/);
  return new Map<string, Value>([
    ['first', first],
    ['second', second],
    ['x', Number(x)],
  ]);
}
