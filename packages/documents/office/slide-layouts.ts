import type { Bytes } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { unpackParts } from '@bakkum/document-input/packed-parts';
import { withMembers } from '@bakkum/document-input/zip-overlay';
import { strFromU8, strToU8 } from 'fflate';

const MASTER_LINKS = /^ppt\/slideMasters\/_rels\/([^/]+)\.rels$/;
const OTHER_LINKS = /^ppt\/(?:slides|notesSlides)\/_rels\/[^/]+\.rels$/;
const LINK = /<(?:\w+:)?Relationship\b[^>]*\/>/g;
const LISTED = /<(?:\w+:)?sldLayoutId\b[^>]*\/>/g;

/**
 * Removes unused slide layouts: LibreOffice loads every one, which takes two thirds of the time for a small file, and draws none
 * of them. Only for fixed-layout targets; editable files need them. Unusual files are left unchanged.
 */
export function withoutUnusedLayouts(file: Bytes): Bytes {
  const parts = partsOf(file);
  const used = new Set(
    [...parts]
      .filter(([name]) => OTHER_LINKS.test(name))
      .flatMap(([name, bytes]) => layoutsIn(name, strFromU8(bytes)).map(({ target }) => target)),
  );
  const changed = [...parts.keys()].flatMap((name) => lighterMaster(name, parts, used));
  return changed.length === 0 ? file : (withMembers(file, Object.fromEntries(changed)) ?? file);
}

function partsOf(file: Bytes): ReadonlyMap<string, Bytes> {
  try {
    return unpackParts(file, (name) => [OTHER_LINKS, MASTER_LINKS, MASTER].some((pattern) => pattern.test(name)));
  } catch (failure) {
    if (failure instanceof ConversionError) return new Map(); // LibreOffice decides whether the file is readable.
    throw failure;
  }
}

const MASTER = /^ppt\/slideMasters\/[^/]+\.xml$/;

type Layout = { readonly link: string; readonly id: string; readonly target: string };

/** The layouts in a relationship list, by their paths in the package. */
function layoutsIn(list: string, xml: string): readonly Layout[] {
  return [...xml.matchAll(LINK)].flatMap(([link]) => {
    const target = /\bTarget="([^"]*)"/.exec(link)?.[1];
    const id = /\bId="([^"]*)"/.exec(link)?.[1];
    if (!/\bType="[^"]*\/slideLayout"/.test(link) || target === undefined || id === undefined) return [];
    return [{ link, id, target: new URL(target, `zip:///${list.replace('_rels/', '')}`).pathname }];
  });
}

/** A master whose slides use none of its layouts keeps all, because LibreOffice may need one. */
function lighterMaster(
  name: string,
  parts: ReadonlyMap<string, Bytes>,
  used: ReadonlySet<string>,
): readonly (readonly [string, Uint8Array])[] {
  const master = `ppt/slideMasters/${MASTER_LINKS.exec(name)?.[1] ?? ''}`;
  const [links, content] = [parts.get(name), parts.get(master)];
  if (!MASTER_LINKS.test(name) || !links || !content) return [];
  const layouts = layoutsIn(name, strFromU8(links));
  const unused = layouts.filter(({ target }) => !used.has(target));
  if (unused.length === 0 || unused.length === layouts.length) return [];
  const ids = new Set(unused.map(({ id }) => id));
  const fewerLinks = unused.reduce((xml, { link }) => xml.replace(link, () => ''), strFromU8(links));
  const isUnused = (listed: string): boolean => ids.has(/\b\w+:id="([^"]*)"/.exec(listed)?.[1] ?? '');
  const shorterList = strFromU8(content).replaceAll(LISTED, (listed) => (isUnused(listed) ? '' : listed));
  return [
    [name, strToU8(fewerLinks)],
    [master, strToU8(shorterList)],
  ];
}
