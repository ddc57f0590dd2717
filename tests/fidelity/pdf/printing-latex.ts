import { cellDown, cellSpan, cellText, type Part, placedCells, type Source } from './source.ts';

const SPECIAL: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};
const escape = (text: string): string => text.replace(/[\\~^]|[&%$#_{}]/g, (one) => SPECIAL[one] ?? `\\${one}`);

/**
 * Returns the document for pdflatex: Computer Modern (Times where a serif typeface is named), hyphenated, with real footnotes and
 * contents.
 */
export function asLatex({ look, parts }: Source): string {
  const isKorean = look.font.startsWith('Nanum');
  const size = look.size < 10.5 ? '10pt' : '11pt';
  const across = look.columns > 1 ? (look.across ?? 1) : 0;
  const above = parts.slice(0, across).map(latexOf).join('\n\n');
  const below = parts.slice(across).map(latexOf).join('\n\n');
  const body = look.columns > 1 ? `\\twocolumn[${above.replaceAll('\n\n', '\\par\n')}\\vspace{2em}]\n${below}` : below;
  return [
    `\\documentclass[${size},a4paper${look.columns > 1 ? ',twocolumn' : ''}]{article}`,
    '\\usepackage[T1]{fontenc}\\usepackage[utf8]{inputenc}\\usepackage[margin=2.2cm]{geometry}',
    '\\usepackage{multirow,graphicx,booktabs}',
    isKorean ? '\\usepackage[nonfrench]{kotex}' : '',
    look.font === 'Times' ? '\\usepackage{mathptmx}' : '',
    look.header ? `\\pagestyle{myheadings}\\markright{${escape(look.header)}}` : '',
    `\\begin{document}${look.align === 'start' ? '\\raggedright' : ''}`,
    body,
    '\\end{document}',
  ].join('\n');
}

function latexOf(part: Part): string {
  switch (part.kind) {
    case 'title':
      return `{\\centering\\LARGE\\bfseries ${escape(part.text)}\\par}`;
    case 'heading':
      return `\\${part.level === 1 ? 'section' : 'subsection'}*{${escape(part.text)}}\\addcontentsline{toc}{${part.level === 1 ? 'section' : 'subsection'}}{${escape(part.text)}}`;
    case 'paragraph':
      return escape(part.text) + (part.note ? `\\footnote{${escape(part.note)}}` : '');
    case 'list': {
      const kind = part.ordered ? 'enumerate' : 'itemize';
      return `\\begin{${kind}}\n${part.items.map((item) => `\\item ${escape(item)}`).join('\n')}\n\\end{${kind}}`;
    }
    case 'picture':
      return '\\begin{center}\\vbox to 60bp{\\vss\\hbox to 150bp{\\pdfliteral{q .2 .4 .8 rg 0 0 m 60 0 l 30 55 l f 1 .5 .2 rg 70 5 m 70 45 120 60 130 20 c f Q}\\hss}}\\end{center}';
    case 'contents':
      return '{\\renewcommand{\\contentsname}{Contents}\\tableofcontents}';
    case 'form':
      return part.fields.map(([label, value]) => `${escape(label)}: ${escape(value)}`).join('\n\n');
    case 'table':
      return latexTable(part);
  }
}

/** Ruled tables have lines between all cells; others have one above, below and under the head, as in books. */
function latexTable({ rows, ruled, numeric }: Extract<Part, { kind: 'table' }>): string {
  const count = Math.max(...rows.map((row) => row.reduce((sum, cell) => sum + cellSpan(cell), 0)));
  const bar = ruled ? '|' : '';
  const kinds = Array.from({ length: count }, (_, column) => (numeric.includes(column) ? 'r' : 'l')).join(bar);
  const open = new Map<number, number>();
  const body = placedCells(rows).map((row, index) => {
    const cells = Array.from({ length: count }, () => '');
    const skipped = new Set<number>();
    for (const { cell, column } of row) {
      const text = index === 0 && ruled ? `\\textbf{${escape(cellText(cell))}}` : escape(cellText(cell));
      const tall = cellDown(cell) > 1 ? `\\multirow{${cellDown(cell)}}{*}{${text}}` : text;
      const side = column === 0 ? bar : '';
      cells[column] = cellSpan(cell) > 1 ? `\\multicolumn{${cellSpan(cell)}}{${side}l${bar}}{${tall}}` : tall;
      for (let covered = 1; covered < cellSpan(cell); covered++) skipped.add(column + covered);
      open.set(column, cellDown(cell));
    }
    const closed: number[] = [];
    for (let column = 0; column < count; column++) {
      const left = (open.get(column) ?? 1) - 1;
      open.set(column, left);
      if (left <= 0) closed.push(column);
    }
    const line = closed.length === count ? '\\hline' : closed.map((column) => `\\cline{${column + 1}-${column + 1}}`).join('');
    return `${cells.filter((_, column) => !skipped.has(column)).join(' & ')} \\\\${ruled ? line : index === 0 || index + 1 === rows.length ? '\\midrule' : ''}`;
  });
  const edges = ruled ? `${bar}${kinds}${bar}` : kinds;
  return `\\begin{center}\\begin{tabular}{${edges}}${ruled ? '\\hline' : '\\toprule'}\n${body.join('\n')}\n\\end{tabular}\\end{center}`;
}
