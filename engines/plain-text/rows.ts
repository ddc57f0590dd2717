import { CELL, type Drawn, type Measure } from './measure.ts';

/** Adjacent characters in one font: start in thousandths of the font size, and codes. */
export type Run = { readonly font: number; readonly stretch: number; readonly at: number; readonly codes: readonly number[] };

/** One line of a page. */
export type Row = readonly Run[];

type Placed = { readonly drawn: Drawn; readonly at: number };

/** Breaks a line of text into rows up to `width`, after spaces if possible; nothing is dropped. */
export function rowsOf(line: string, measure: Measure, width: number, tabWidth: number): readonly Row[] {
  const rows: Row[] = [];
  let placed: Placed[] = [];
  let at = 0;
  let opportunity = 0;
  const wrap = () => {
    const cut = opportunity > 0 ? opportunity : placed.length;
    const rest = placed.slice(cut);
    rows.push(runsOf(placed.slice(0, cut)));
    const start = rest[0]?.at ?? at;
    placed = rest.map((each) => ({ ...each, at: each.at - start }));
    at -= start;
    opportunity = 0;
  };
  for (const character of line) {
    if (character === '\t') {
      at = (Math.floor(at / (tabWidth * CELL) + 0.001) + 1) * tabWidth * CELL;
      opportunity = placed.length;
      continue;
    }
    const drawn = measure.drawn(character);
    if (at + drawn.advance > width && !drawn.isBlank && placed.length > 0) wrap();
    placed.push({ drawn, at });
    at += drawn.advance;
    if (drawn.breaksAfter) opportunity = placed.length;
  }
  rows.push(runsOf(placed));
  return rows;
}

/** A tab leaves a gap, and a fallback face changes the font: both start a new run. */
function runsOf(placed: readonly Placed[]): Row {
  const runs: { font: number; stretch: number; at: number; codes: number[] }[] = [];
  let end = Number.NaN;
  for (const { drawn, at } of placed) {
    const run = runs.at(-1);
    const follows = run && run.font === drawn.font && run.stretch === drawn.stretch && Math.abs(end - at) < 1;
    if (follows && drawn.stretch === 100) run.codes.push(drawn.code);
    else runs.push({ font: drawn.font, stretch: drawn.stretch, at, codes: [drawn.code] });
    end = at + drawn.advance;
  }
  return runs;
}
