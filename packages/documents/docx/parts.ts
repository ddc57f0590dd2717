import type { Bytes } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';

import { unpackParts } from '@bakkum/document-input/packed-parts';
import { childOf, elementsOf, parseXml, type XmlElement } from '@bakkum/markup/xml';
import { strFromU8 } from 'fflate';

/** Target of a relationship: another part of the package, or a URL. */
export type Relation = { readonly target: string; readonly isExternal: boolean };

/** A part's XML and its relationships. */
export type Part = { readonly root: XmlElement; readonly relations: ReadonlyMap<string, Relation> };

export type Package = {
  readonly body: Part;
  /**
   * Parts other than the main text, by the end of their relationship type: `styles`, `numbering`, `footnotes`, `endnotes`,
   * `theme`.
   */
  part(kind: string): Part | undefined;
  /** The part that a relationship points to. */
  related(relation: Relation | undefined): Part | undefined;
  file(path: string): Bytes | undefined;
  readonly title: string;
  readonly author: string;
};

/** Opens a package of WordprocessingML (ECMA-376). Errors: `corrupt`, `too-large`. */
export function openPackage(file: Bytes): Package {
  const files = unpackParts(file);
  const root = relationsOf(files, '');
  const main = [...root.values()].find(({ kind }) => kind === 'officeDocument')?.target ?? 'word/document.xml';
  const body = partAt(files, main);
  if (!body) throw new ConversionError('corrupt', `no ${main}`);
  const beside = relationsOf(files, main);
  const core = partAt(files, 'docProps/core.xml')?.root;
  const property = (name: string): string =>
    childOf(core, name)
      ?.children.filter((child) => typeof child === 'string')
      .join('') ?? '';
  return {
    body,
    part: (kind) => {
      const target = [...beside.values()].find((relation) => relation.kind === kind)?.target;
      return target === undefined ? undefined : partAt(files, target);
    },
    related: (relation) => (relation && !relation.isExternal ? partAt(files, relation.target) : undefined),
    file: (path) => files.get(path),
    title: property('title'),
    author: property('creator'),
  };
}

function partAt(files: ReadonlyMap<string, Bytes>, path: string): Part | undefined {
  const bytes = files.get(path);
  return bytes && { root: parseXml(strFromU8(bytes)), relations: relationsOf(files, path) };
}

type TypedRelation = Relation & { readonly kind: string };

/** Open Packaging Conventions, 9.3: the relationships of `word/document.xml` are in `word/_rels/document.xml.rels`. */
function relationsOf(files: ReadonlyMap<string, Bytes>, path: string): ReadonlyMap<string, TypedRelation> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const bytes = files.get(`${folder}_rels/${path.slice(folder.length)}.rels`);
  if (!bytes) return new Map();
  return new Map(
    elementsOf(parseXml(strFromU8(bytes))).map(({ attributes }) => {
      const { Id = '', Target = '', TargetMode, Type = '' } = attributes;
      const isExternal = TargetMode === 'External';
      return [
        Id,
        { target: isExternal ? Target : resolved(folder, Target), isExternal, kind: Type.slice(Type.lastIndexOf('/') + 1) },
      ];
    }),
  );
}

function resolved(folder: string, target: string): string {
  const steps = target.startsWith('/') ? [] : folder.split('/').filter(Boolean);
  for (const step of target.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}

/** The value of a child's `w:val`. */
export function valueOf(element: XmlElement | undefined, name: string): string | undefined {
  return childOf(element, name)?.attributes['w:val'];
}

/** Whether a toggle property is present and not turned off. `undefined` if it is absent. */
export function switchOf(element: XmlElement | undefined, name: string): boolean | undefined {
  const found = childOf(element, name);
  if (!found) return undefined;
  return !['0', 'false', 'off', 'none'].includes(found.attributes['w:val'] ?? '1');
}

/** Points from an attribute of a child in twentieths of a point. */
export function twipsOf(element: XmlElement | undefined, name: string): number | undefined {
  const value = Number.parseFloat(element?.attributes[name] ?? '');
  return Number.isFinite(value) ? value / 20 : undefined;
}
