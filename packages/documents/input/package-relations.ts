import type { Bytes } from '@bakkum/bytes/bytes';
import { elementsOf, parseXml } from '@bakkum/markup/xml';

/** Target of a relationship: the path of another part, or a URL. `kind` is the end of its type, such as `styles`. */
export type Relation = { readonly target: string; readonly isExternal: boolean; readonly kind: string };

/**
 * The relationships of a part by id (Open Packaging Conventions, 9.3); `''` is the package. Those of `word/document.xml`
 * are in `word/_rels/document.xml.rels`. Errors: `corrupt`.
 */
export function relationsOf(parts: ReadonlyMap<string, Bytes>, path: string): ReadonlyMap<string, Relation> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const list = parts.get(`${folder}_rels/${path.slice(folder.length)}.rels`);
  if (!list) return new Map();
  return new Map(
    elementsOf(parseXml(new TextDecoder().decode(list))).map(({ attributes }) => {
      const { Id = '', Target = '', TargetMode, Type = '' } = attributes;
      const isExternal = TargetMode === 'External';
      const target = isExternal ? Target : resolvePath(path, Target);
      return [Id, { target, isExternal, kind: Type.slice(Type.lastIndexOf('/') + 1) }];
    }),
  );
}

/** Resolves a reference in a member to a path without leading slash. It cannot leave the package. */
export function resolvePath(from: string, reference: string): string {
  const steps = reference.startsWith('/') ? [] : from.split('/').slice(0, -1).filter(Boolean);
  for (const step of reference.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}
