import { ConversionError } from '@bakkum/conversion/errors';
import { decodeText } from '@bakkum/document-input/text-encoding';

/** A group code with its value, in file order. */
export type Group = readonly [code: number, value: string];

/** An entity, table row or block with its groups, followed by its vertices or attributes if it has any. */
export type Entity = { readonly kind: string; readonly groups: readonly Group[]; readonly followers: Entity[] };

export type Layer = { readonly colour: number; readonly isHidden: boolean };

export type Drawing = {
  readonly entities: readonly Entity[];
  readonly blocks: ReadonlyMap<string, { readonly base: readonly [number, number]; readonly entities: readonly Entity[] }>;
  readonly layers: ReadonlyMap<string, Layer>;
};

/** @throws ConversionError `unsupported-feature` for binary DXF, `corrupt` if it is not a drawing */
export function parseDxf(file: Uint8Array<ArrayBuffer>): Drawing {
  const groups = groupsOf(textOf(file));
  const sections = new Map<string, readonly Group[]>();
  groups.forEach(([code, value], at) => {
    if (code !== 0 || value !== 'SECTION') return;
    const end = groups.findIndex(([endCode, endValue], index) => index > at && endCode === 0 && endValue === 'ENDSEC');
    sections.set(groups[at + 1]?.[1] ?? '', groups.slice(at + 2, end < 0 ? undefined : end));
  });
  const entities = sections.get('ENTITIES');
  if (!entities) throw new ConversionError('corrupt', 'a drawing without entities');
  return {
    entities: entitiesOf(entities),
    blocks: blocksOf(entitiesOf(sections.get('BLOCKS') ?? [])),
    layers: new Map(entitiesOf(sections.get('TABLES') ?? []).flatMap(layerOf)),
  };
}

/** Decodes as UTF-8 since AutoCAD 2007, before that by the code page named in the drawing. */
function textOf(file: Uint8Array<ArrayBuffer>): string {
  const beginning = new TextDecoder('latin1').decode(file.subarray(0, 4096));
  if (beginning.startsWith('AutoCAD Binary DXF')) throw new ConversionError('unsupported-feature', 'binary DXF');
  const version = /\$ACADVER\s+1\s+AC(\d+)/.exec(beginning)?.[1];
  const page = /\$DWGCODEPAGE\s+3\s+(\S+)/i.exec(beginning)?.[1] ?? '';
  if (version !== undefined && Number(version) >= 1021) return decodeText(file, 'utf-8');
  return /949|johab|ksc/i.test(page) ? decodeText(file, 'euc-kr') : decodeText(file);
}

function groupsOf(text: string): readonly Group[] {
  const lines = text.split(/\r\n|\r|\n/);
  const groups: Group[] = [];
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const code = Number(lines[at]);
    if (!Number.isInteger(code)) throw new ConversionError('corrupt', `group code ${(lines[at] ?? '').slice(0, 20)}`);
    const value = lines[at + 1] ?? '';
    groups.push([code, code === 1 || code === 3 ? value : value.trim()]);
  }
  return groups;
}

const FOLLOWERS: ReadonlySet<string> = new Set(['VERTEX', 'ATTRIB', 'SEQEND']);

function entitiesOf(groups: readonly Group[]): readonly Entity[] {
  const entities: Entity[] = [];
  let current: { kind: string; groups: Group[]; followers: Entity[] } | undefined;
  for (const group of groups) {
    if (group[0] === 0) {
      current = { kind: group[1], groups: [], followers: [] };
      const owner = entities.at(-1);
      if (FOLLOWERS.has(group[1]) && owner) owner.followers.push(current);
      else entities.push(current);
    } else current?.groups.push(group);
  }
  return entities;
}

function blocksOf(entities: readonly Entity[]): Drawing['blocks'] {
  const blocks = new Map<string, { base: readonly [number, number]; entities: Entity[] }>();
  let current: Entity[] | undefined;
  for (const entity of entities) {
    if (entity.kind === 'BLOCK') {
      current = [];
      blocks.set(text(entity, 2), { base: [real(entity, 10), real(entity, 20)], entities: current });
    } else if (entity.kind === 'ENDBLK') current = undefined;
    else current?.push(entity);
  }
  return blocks;
}

const FROZEN = 1;

function layerOf(row: Entity): readonly (readonly [string, Layer])[] {
  if (row.kind !== 'LAYER') return [];
  const colour = real(row, 62, 7);
  return [[text(row, 2), { colour: Math.abs(colour), isHidden: colour < 0 || (real(row, 70) & FROZEN) !== 0 }]];
}

/** Returns the first value of a group code as a number. */
export function real({ groups }: Entity, code: number, otherwise = 0): number {
  const found = groups.find(([each]) => each === code)?.[1];
  const value = found === undefined ? otherwise : Number(found);
  return Number.isNaN(value) ? otherwise : value;
}

export const text = ({ groups }: Entity, code: number): string => groups.find(([each]) => each === code)?.[1] ?? '';
export const all = ({ groups }: Entity, code: number): readonly number[] =>
  groups.flatMap(([each, value]) => (each === code ? [Number(value)] : []));
