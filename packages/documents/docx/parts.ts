import type { Bytes } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { type Relation, relationsOf } from '@bakkum/document-input/package-relations';
import { unpackParts } from '@bakkum/document-input/packed-parts';
import { childOf, parseXml, type XmlElement } from '@bakkum/markup/xml';
import { strFromU8 } from 'fflate';

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
