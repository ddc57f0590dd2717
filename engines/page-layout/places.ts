import type { PageLayout } from '@bakkum/conversion/pages/page-layout';
import type { Navigation, OutlineEntry, PageLink, PagePlace } from '@bakkum/document-pages/navigation';
import { decodePercent } from '@bakkum/markup/percent';
import type { Slice } from './paginate.ts';
import type { Source } from './source.ts';

/** A document whose pages were added to the file. */
export type Placed = {
  readonly name: string;
  readonly layout: Pick<PageLayout, 'links' | 'anchors' | 'headings'>;
  readonly slices: readonly Slice[];
  /** Index of its first page. */
  readonly firstPage: number;
  readonly scale: number;
  readonly margin: number;
};

/** Links and bookmarks of all documents, once every page is known. */
export function navigationOf(placed: readonly Placed[], { contents, language }: Source): Navigation {
  const links = placed.flatMap((document) => linksOf(document, placed));
  const told = contents.flatMap(({ title, target, level }): readonly OutlineEntry[] => {
    const place = placeOfTarget(target, placed);
    return place ? [{ ...place, title, level: level + 1 }] : [];
  });
  const outline = told.length > 0 ? told : placed.flatMap(headingsOf);
  return { links, outline, ...(language === undefined ? {} : { language }) };
}

function linksOf(document: Placed, all: readonly Placed[]): readonly PageLink[] {
  return document.layout.links.flatMap((link): readonly PageLink[] => {
    const place = placeOf(document, link.y + link.height / 2);
    const target = link.target.startsWith('#')
      ? placeIn(document, link.target.slice(1))
      : (placeOfTarget(link.target, all) ?? link.target);
    if (!place || target === undefined) return [];
    const { scale, margin } = document;
    const [width, height] = [link.width * scale, link.height * scale];
    return [{ page: place.page, x: margin + link.x * scale, y: place.y - height / 2, width, height, target }];
  });
}

const headingsOf = (document: Placed): readonly OutlineEntry[] =>
  document.layout.headings.flatMap(({ level, text, y }) => {
    const place = placeOf(document, y + 1);
    return place ? [{ ...place, title: text, level }] : [];
  });

/** The page that shows a vertical position of a document. */
function placeOf({ slices, firstPage, scale, margin }: Placed, y: number): PagePlace | undefined {
  const index = slices.findIndex(({ bottom }) => y < bottom);
  const slice = slices[index];
  if (!slice) return undefined;
  const head = slice.head ? slice.head.bottom - slice.head.top : 0;
  return { page: firstPage + index, y: margin + (Math.max(0, y - slice.top) + head) * scale };
}

function placeIn(document: Placed, id: string): PagePlace | undefined {
  const { anchors } = document.layout;
  const known = [id, decodePercent(id)].find((each) => Object.hasOwn(anchors, each));
  const y = known === undefined ? undefined : anchors[known];
  return y === undefined ? undefined : placeOf(document, y + 1);
}

/** `name#id`, or the start of a document. */
function placeOfTarget(target: string, all: readonly Placed[]): PagePlace | undefined {
  const [name = '', id] = target.split('#');
  const document = name === '' ? undefined : all.find((each) => each.name === name);
  if (!document) return undefined;
  return (id === undefined ? undefined : placeIn(document, id)) ?? { page: document.firstPage, y: 0 };
}
