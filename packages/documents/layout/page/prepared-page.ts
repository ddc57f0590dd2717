import { edgesOf, type PageEdges } from '../document/running-text.ts';
import { type Box, type Glyph, holds, type PageContent, type Rule, union, widthOf } from '../page-content.ts';
import { type Grid, gridsOf } from '../tables/ruled-tables.ts';
import { cleanGlyphs } from '../text/clean-glyphs.ts';
import { decorate } from '../text/decorate.ts';
import { readBullets } from '../text/drawn-bullets.ts';
import { withoutFrames } from '../text/form-fields.ts';
import { guttersOf } from '../text/gutters.ts';
import { joinJustified } from '../text/justified.ts';
import { markLeaders, takeLeaders } from '../text/leaders.ts';
import { rowsOf } from '../text/rows.ts';
import { type Segment, segmentsOf } from '../text/segments.ts';
import { shadeWords } from '../text/shade-words.ts';
import { isVertical, layDown } from '../text/turned-text.ts';
import { type Figures, figuresOf } from './figures.ts';

/** A page split into its parts, before it is compared with its neighbours. */
export type PreparedPage = {
  readonly content: PageContent;
  readonly glyphs: readonly Glyph[];
  readonly rules: readonly Rule[];
  readonly grids: readonly Grid[];
  readonly figures: Figures;
  /** Lines of text outside tables and figures. */
  readonly segments: readonly Segment[];
  readonly edges: PageEdges;
  readonly textArea: Box;
};

/** A grid with a smaller fraction of filled cells is a chart, not a table. */
const FILLED = 0.12;

/** @param hasPlaceBehind the target has a place behind its text */
export function preparePage(raw: PageContent, hasPlaceBehind = false): PreparedPage {
  const given = withoutFrames(raw);
  const read = cleanGlyphs(given);
  const { content: unmarked, bullets } = readBullets(given, read);
  const { content: page, glyphs: shaded } = shadeWords(unmarked, read);
  const cleaned = bullets.length > 0 ? [...shaded, ...bullets] : shaded;
  const content = isVertical(cleaned) ? layDown({ ...page, glyphs: cleaned }) : page;
  const { glyphs, rules } = decorate(content === page ? cleaned : content.glyphs, content.rules);
  const sheet: Box = { left: 0, top: 0, right: content.width, bottom: content.height };
  const grids = gridsOf(rules, content.fills).filter((grid) => isTable(grid, glyphs, sheet));
  const inTable = (glyph: Glyph): boolean => grids.some((grid) => holds(grid, glyph));
  const free = glyphs.filter((glyph) => !inTable(glyph));
  const figures = figuresOf(content, free, grids, hasPlaceBehind);
  const words = takeLeaders(free.filter((glyph) => !figures.labels.has(glyph)));
  const found = segmentsOf(words.glyphs, guttersOf(words.glyphs));
  const segments = markLeaders(joinJustified(found), words.leaders);
  const rows = rowsOf(segments);
  const everything = [...segments, ...grids];
  return {
    content,
    glyphs,
    rules,
    grids,
    figures,
    segments,
    edges: edgesOf(rows, content.height),
    textArea: everything.length > 0 ? union(everything) : sheet,
  };
}

/** Not a frame around the page, and with words in its cells. */
function isTable(grid: Grid, glyphs: readonly Glyph[], page: Box): boolean {
  if (grid.cells.length < 2 && widthOf(grid) > widthOf(page) * 0.8 && grid.bottom - grid.top > page.bottom * 0.6) return false;
  const filled = grid.cells.filter((cell) => glyphs.some((glyph) => glyph.text !== ' ' && holds(cell, glyph))).length;
  return filled > 0 && filled >= grid.cells.length * FILLED && !cutsWords(grid, glyphs);
}

/** Rules that cross words belong to a frame or drawing, not to a table around the words. */
const MAX_CUT_SHARE = 0.05;

function cutsWords({ cells, ...box }: Grid, glyphs: readonly Glyph[]): boolean {
  const inside = glyphs.filter((glyph) => glyph.text !== ' ' && holds(box, glyph));
  const homes = new Map(inside.map((glyph) => [glyph, cells.findIndex((cell) => holds(cell, glyph))]));
  const cuts = inside.filter((glyph, index) => {
    const last = inside[index - 1];
    if (!last || Math.abs(last.baseline - glyph.baseline) > 0.5 || Math.abs(glyph.left - last.right) > glyph.size * 0.12)
      return false;
    return homes.get(last) !== homes.get(glyph);
  });
  return cuts.length > 2 && cuts.length > cells.length * MAX_CUT_SHARE;
}
