import type { BandDraft, Draft, PageDraft, ParagraphDraft, PictureDraft, PictureSource } from '../drafts.ts';
import { type Box, contains, type Fill, type PageContent, type Rule, shared, union, widthOf } from '../page-content.ts';
import type { Grid } from '../tables/ruled-tables.ts';
import { alignedDraft, type CellSource, gridDraft, isInCell } from '../tables/table-drafts.ts';
import { withTextBeside } from '../tables/text-beside.ts';
import { splitTables } from '../tables/unruled-tables.ts';
import { withClosest } from '../text/closest-lines.ts';
import type { InlineContext } from '../text/inlines.ts';
import type { Column } from '../text/lines.ts';
import { draftsOf } from '../text/paragraph-drafts.ts';
import { type Row, rowsOf } from '../text/rows.ts';
import { isHangul } from '../text/script.ts';
import type { Segment } from '../text/segments.ts';
import { shadeParagraphs } from '../text/shade-paragraphs.ts';
import { turnedLines } from '../text/turned-text.ts';
import type { Figure } from './figures.ts';
import { hasPanels } from './panels.ts';
import type { PreparedPage } from './prepared-page.ts';
import { graphicsOf, placedGraphics, residueOf } from './residue.ts';
import { bandsOf, type Zone } from './zones.ts';

/** An element of a page with a place in the reading order. */
type Item = Box &
  (
    | { readonly kind: 'text'; readonly segment: Segment; readonly textSize: number; readonly baseline: number }
    | { readonly kind: 'grid'; readonly grid: Grid }
    | { readonly kind: 'figure'; readonly figure: Figure }
  );

/** Slides have areas and images at their places instead of shaded paragraphs and cells with images. */
type Target = { readonly keepsLines?: boolean; readonly isSlide?: boolean };

/** Lays out one page: its content in reading order, with running text and notes separate. */
export async function layoutPage(
  page: PreparedPage,
  running: ReadonlySet<Segment>,
  pictures: PictureSource,
  { keepsLines = false, isSlide = false }: Target = {},
): Promise<PageDraft> {
  const { content, glyphs, grids } = page;
  const context: InlineContext = { links: content.links, writesLineEnds: writesLineEnds(page.segments), keepsLines };
  const { isScan } = page.figures;
  const cells = isSlide ? [] : grids.flatMap((grid) => grid.cells);
  const cellOf = (figure: Figure): Box | undefined => cells.find((cell) => contains(cell, figure, AT_EDGE));
  const figures = page.figures.figures.filter((figure) => !cellOf(figure));
  const inner = grids.filter((grid) => grids.some((other) => other !== grid && isInCell(grid, other)));
  const inCells = await picturesInCells(page.figures.figures, cellOf, pictures);
  const source: CellSource = { glyphs, roles: content.roles, context, pictures: inCells, inner, splitsLines: isSlide };
  const used = new Set<Rule | Fill>();
  const header = runningDrafts(page, running, context, (segment) => segment.top < content.height / 2);
  const footer = runningDrafts(page, running, context, (segment) => segment.top >= content.height / 2);
  const flowing = page.segments.filter((segment) => !running.has(segment));
  const notesRule = notesRuleOf(page.rules, flowing, content);
  if (notesRule) used.add(notesRule);
  const notesTop = notesRule ? notesRule.top - 0.5 : Number.POSITIVE_INFINITY;
  const limit = Number.isFinite(notesTop) ? { limit: notesTop } : {};
  const notes = flowing.filter((segment) => segment.top >= notesTop);
  const outer = grids.filter((grid) => !inner.includes(grid));
  const text = flowing.filter((segment) => segment.top < notesTop);
  const items = itemsOf(text, outer, figures, isSlide);
  const bands: BandDraft[] = [];
  for (const band of bandsOf(items)) {
    const columns: (readonly Draft[])[] = [];
    for (const zones of band.columns) {
      const drafts = await columnDrafts(zones, source, content, pictures);
      columns.push(isSlide ? drafts : shadeParagraphs(drafts, content.fills, (fill) => used.add(fill)));
    }
    bands.push({ left: band.left, top: band.top, right: band.right, bottom: band.bottom, columns });
  }
  const turned = turnedLines(glyphs, content);
  if (turned.length > 0) bands.push(turnedBand(turned, content, context));
  return {
    width: content.width,
    height: content.height,
    bands,
    header,
    footer,
    notes: noteDrafts(notes, context, content),
    isScan,
    ...(pictures.painted ? await behindText(page, used, pictures) : {}),
    ...(pictures.painted && bands.length === 0 ? { isWordless: true } : {}),
    ...limit,
  };
}

function itemsOf(
  text: readonly Segment[],
  grids: readonly Grid[],
  figures: readonly Figure[],
  isSlide: boolean,
): readonly Item[] {
  const tables = isSlide ? grids.map((grid) => ({ grid, beside: [] })) : withTextBeside(grids, text, figures);
  const inTables = new Set<Segment>(tables.flatMap(({ beside }) => beside));
  return [
    ...text.filter((segment) => !inTables.has(segment)).map(textItem),
    ...tables.map(({ grid }): Item => ({ ...boxOf(grid), kind: 'grid', grid })),
    ...figures.map((figure): Item => ({ ...boxOf(figure), kind: 'figure', figure })),
  ];
}

async function behindText(
  page: PreparedPage,
  used: ReadonlySet<Rule | Fill>,
  pictures: PictureSource,
): Promise<Pick<PageDraft, 'behind' | 'hasPanels'>> {
  const residue = residueOf(page, used);
  const behind = [
    ...(await graphicsOf(residue, page.content, pictures)),
    ...(await placedGraphics(page.figures.placed, pictures)),
  ];
  return { behind, ...(hasPanels(page, residue) ? { hasPanels: true } : {}) };
}

const boxOf = ({ left, top, right, bottom }: Box): Box => ({ left, top, right, bottom });

function textItem(segment: Segment): Item {
  return { ...boxOf(segment), kind: 'text', segment, textSize: segment.size, baseline: segment.baseline };
}

/** If some line of Hangul ends with a space, lines without one end inside a word. */
function writesLineEnds(segments: readonly Segment[]): boolean {
  return segments.some(({ spaceAfter, glyphs }) => spaceAfter && isHangul(glyphs.at(-1)?.text ?? ''));
}

function runningDrafts(
  page: PreparedPage,
  running: ReadonlySet<Segment>,
  context: InlineContext,
  isHere: (segment: Segment) => boolean,
): ParagraphDraft[] {
  const rows = rowsOf(page.segments.filter((segment) => running.has(segment) && isHere(segment)));
  if (rows.length === 0) return [];
  return draftsOf(rows, page.textArea, page.content.roles, context);
}

async function columnDrafts(
  zones: readonly Zone<Item>[],
  source: CellSource,
  content: PageContent,
  pictures: PictureSource,
): Promise<readonly Draft[]> {
  const column = union(zones);
  const drafts: Draft[] = [];
  for (const zone of zones) drafts.push(...(await zoneDrafts(zone, zones.length > 1 ? zone : column, source, content, pictures)));
  return withClosest(drafts);
}

async function zoneDrafts(
  zone: Zone<Item>,
  column: Column,
  source: CellSource,
  content: PageContent,
  pictures: PictureSource,
): Promise<Draft[]> {
  const drafts: Draft[] = [];
  let segments: Segment[] = [];
  let figures: PictureDraft[] = [];
  const flush = (): void => {
    drafts.push(...flowDrafts(segments, column, source, content), ...rowsOfPictures(figures));
    segments = [];
    figures = [];
  };
  for (const item of zone.items) {
    // Text beside an image or table is read before it, if it starts above its middle.
    if (item.kind !== 'text' && segments.length > 0) flush();
    if (item.kind === 'figure') {
      figures.push(...(await figureDrafts(item.figure, column, pictures)));
      continue;
    }
    if (figures.length > 0 || item.kind === 'grid') flush();
    if (item.kind === 'text') segments.push(item.segment);
    else drafts.push(gridDraft(item.grid, column, source));
  }
  flush();
  return drafts;
}

/** Consecutive images, with adjacent ones in one row. */
function rowsOfPictures(pictures: readonly PictureDraft[]): readonly PictureDraft[] {
  const rows: (readonly [PictureDraft, ...PictureDraft[]])[] = [];
  for (const picture of pictures) {
    const row = rows.at(-1);
    if (row?.every((other) => standsBeside(other, picture))) rows[rows.length - 1] = [...row, picture];
    else rows.push([picture]);
  }
  return rows.map((row) => {
    const [first = row[0], ...others] = row.toSorted((a, b) => a.left - b.left);
    return others.length > 0 ? { ...first, ...union(row), row: [first, ...others] } : first;
  });
}

function standsBeside(one: Box, other: Box): boolean {
  const height = Math.min(one.bottom - one.top, other.bottom - other.top);
  return (
    shared(one.top, one.bottom, other.top, other.bottom) > height * 0.5 &&
    (one.right <= other.left + 1 || other.right <= one.left + 1)
  );
}

function flowDrafts(segments: readonly Segment[], column: Column, source: CellSource, content: PageContent): Draft[] {
  return splitTables(rowsOf(segments)).flatMap((part): Draft[] =>
    'columns' in part
      ? [alignedDraft(part, column, content.fills, source)]
      : draftsOf(source.splitsLines ? part.flatMap(partsOf) : part, column, source.roles, source.context),
  );
}

/** Tolerance for images that touch the edges of their cell. */
const AT_EDGE = 3;

const partsOf = (row: Row): readonly Row[] =>
  row.parts.map((part) => ({ ...boxOf(part), baseline: part.baseline, size: part.size, parts: [part] }));

async function picturesInCells(
  figures: readonly Figure[],
  cellOf: (figure: Figure) => Box | undefined,
  pictures: PictureSource,
): Promise<readonly PictureDraft[]> {
  const drafts: PictureDraft[] = [];
  for (const figure of figures) {
    const cell = cellOf(figure);
    if (cell) drafts.push(...(await figureDrafts(figure, cell, pictures)));
  }
  return drafts;
}

async function figureDrafts(figure: Figure, column: Column, pictures: PictureSource): Promise<readonly PictureDraft[]> {
  const { left, top, right, bottom } = figure;
  const stored = figure.picture === undefined ? undefined : await pictures.stored(figure.picture, figure);
  const picture = stored ?? (await pictures.drawn(figure));
  return picture ? [{ left, top, right, bottom, kind: 'picture', column, picture }] : [];
}

/** Notes start below a short rule on the left of the lower half, if only text follows. */
function notesRuleOf(rules: readonly Rule[], segments: readonly Segment[], content: PageContent): Rule | undefined {
  const candidates = rules.filter(
    (rule) =>
      rule.top === rule.bottom && widthOf(rule) > 30 && widthOf(rule) < content.width * 0.42 && rule.top > content.height * 0.4,
  );
  for (const rule of candidates.toSorted((a, b) => a.top - b.top)) {
    const below = segments.filter(({ top, bottom }) => (top + bottom) / 2 > rule.top);
    const above = segments.filter(({ bottom }) => bottom <= rule.top + 2);
    const [first] = rowsOf(below);
    const left = Math.min(...below.map((segment) => segment.left));
    if (!first || above.length === 0 || Math.abs(rule.left - left) > 12) continue;
    const usual =
      above.reduce((sum, { size, glyphs }) => sum + size * glyphs.length, 0) /
      above.reduce((sum, { glyphs }) => sum + glyphs.length, 0);
    const text = first.parts
      .flatMap((part) => part.glyphs)
      .map(({ text: one }) => one)
      .join('');
    if (/^[\d*†‡§]/.test(text) && (first.size < usual + 0.5 || first.top - rule.top < first.size)) return rule;
  }
  return undefined;
}

/** Each note starts with its mark. */
function noteDrafts(segments: readonly Segment[], context: InlineContext, content: PageContent): readonly ParagraphDraft[] {
  if (segments.length === 0) return [];
  return draftsOf(rowsOf(segments), union(segments), content.roles, context);
}

/** Text across or down the page goes last, one paragraph per rotated column. */
function turnedBand(lines: readonly Segment[], content: PageContent, context: InlineContext): BandDraft {
  const drafts = lines.flatMap((line) => draftsOf(rowsOf([line]), line, content.roles, context));
  return { left: 0, right: content.width, top: content.height, bottom: content.height, columns: [drafts] };
}
