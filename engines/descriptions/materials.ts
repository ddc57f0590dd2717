import { corrupt } from '@bakkum/conversion/errors';
import { type Table, type Value } from '@bakkum/data-tree/value';

/** Meaning of Wavefront material keywords; others keep their name. */
const NAMES: Readonly<Record<string, string>> = {
  Ka: 'ambient',
  Kd: 'diffuse',
  Ks: 'specular',
  Ke: 'emission',
  Tf: 'transmission',
  Ns: 'shininess',
  Ni: 'refraction',
  d: 'opacity',
  Tr: 'transparency',
  illum: 'illumination',
};

/** Reads model materials (MTL). Errors: `corrupt` if there are none. */
export function readMaterials(text: string): Value {
  const materials: Map<string, Value>[] = [];
  for (const line of text.replaceAll(/\\\r?\n/g, ' ').split(/\r\n|\r|\n/)) {
    const [, key = '', rest = ''] = /^([A-Za-z]\w*)\s*(.*)/.exec((line.split('#', 1)[0] ?? '').trim()) ?? [];
    if (key === '') continue;
    if (key.toLowerCase() === 'newmtl') materials.push(new Map([['name', rest]]));
    else materials.at(-1)?.set(NAMES[key] ?? key, valueOf(rest));
  }
  if (materials.length === 0) throw corrupt('no material in it');
  const all: readonly Table[] = materials;
  return all;
}

/** A number, an RGB colour, or words: options and the name of a texture. */
function valueOf(text: string): Value {
  const parts = text.split(/\s+/);
  if (!parts.every((part) => /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/i.test(part))) return text;
  const numbers = parts.map(Number);
  const [only = 0] = numbers;
  return numbers.length === 1 ? only : numbers;
}
