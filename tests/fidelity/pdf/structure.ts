import { cellText, type Source } from './source.ts';

/** Parts of a document as texts without spaces, which are compared with the words instead. */
export type Structure = {
  readonly headings: readonly string[];
  readonly items: readonly string[];
  /** Every cell with its left and upper neighbours, so that a cell in the wrong place counts as wrong. */
  readonly cells: readonly string[];
};

const plain = (text: string): string => text.normalize('NFKC').replace(/\s+/g, '');

export function structureOf({ parts }: Source): Structure {
  const tables = parts.flatMap((part) => (part.kind === 'table' ? [part.rows.map((row) => row.map(cellText))] : []));
  return {
    headings: parts.flatMap((part) => (part.kind === 'heading' || part.kind === 'title' ? [plain(part.text)] : [])),
    items: parts.flatMap((part) => (part.kind === 'list' ? part.items.map(plain) : [])),
    cells: tables.flatMap(placedCells),
  };
}

function placedCells(rows: readonly (readonly string[])[]): readonly string[] {
  return rows.flatMap((row, index) =>
    row.map((cell, place) => `${plain(row[place - 1] ?? '')}|${plain(rows[index - 1]?.[0] ?? '')}|${plain(cell)}`),
  );
}

/** Reads what Word would show from the main part of a DOCX file. */
export function structureOfDocx(file: string): Structure {
  // The fallback for older programs repeats the text of a text box.
  const document = file.replace(/<mc:Fallback>[\s\S]*?<\/mc:Fallback>/g, '');
  const text = (xml: string): string =>
    plain(
      [...xml.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)]
        .map(([, words = '']) =>
          words.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"'),
        )
        .join(''),
    );
  const tables = [...document.matchAll(/<w:tbl>[\s\S]*?<\/w:tbl>/g)].map(([table]) =>
    [...table.matchAll(/<w:tr[ >][\s\S]*?<\/w:tr>/g)].map(([row]) =>
      [...row.matchAll(/<w:tc>[\s\S]*?<\/w:tc>/g)]
        .filter(([cell]) => !cell.includes('<w:vMerge w:val="continue"/>'))
        .map(([cell]) => text(cell)),
    ),
  );
  const paragraphs = [
    ...document.replace(/<w:tbl>[\s\S]*?<\/w:tbl>/g, '').matchAll(/<w:p>[\s\S]*?<\/w:p>|<w:p [\s\S]*?<\/w:p>/g),
  ].map(([paragraph]) => paragraph);
  return {
    headings: paragraphs.filter((one) => /<w:pStyle w:val="(Heading\d|Title)"/.test(one)).map(text),
    items: paragraphs.filter((one) => one.includes('<w:numPr>')).map(text),
    cells: tables.filter((rows) => rows.length > 0).flatMap(placedCells),
  };
}

/** Harmonic mean of recall and precision; 1 where there is nothing to find and nothing was found. */
export function f1(truth: readonly string[], found: readonly string[]): number {
  if (truth.length + found.length === 0) return 1;
  const left = new Map<string, number>();
  for (const one of truth) left.set(one, (left.get(one) ?? 0) + 1);
  let right = 0;
  for (const one of found) {
    const count = left.get(one) ?? 0;
    if (count === 0) continue;
    left.set(one, count - 1);
    right += 1;
  }
  return (2 * right) / (truth.length + found.length);
}
