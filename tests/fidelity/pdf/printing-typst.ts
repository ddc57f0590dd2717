import { type Cell, cellDown, cellSpan, cellText, type Part, type Source } from './source.ts';

const escape = (text: string): string => text.replace(/[\\#*_`$<>@=\-+/~[\]]/g, (one) => `\\${one}`);

/** Returns the document for Typst; ruled tables have shaded heads. */
export function asTypst({ look, parts }: Source): string {
  const header = look.header ? `, header: align(right)[${escape(look.header)}], numbering: "1 / 1"` : '';
  const across = look.columns > 1 ? (look.across ?? 1) : parts.length;
  const above = parts.slice(0, across).map(typstOf).join('\n\n');
  const below = parts.slice(across).map(typstOf).join('\n\n');
  return [
    `#set page(paper: "a4", margin: 2.2cm, flipped: ${look.landscape === true}${header})`,
    `#set text(font: "${look.font}", size: ${look.size}pt)`,
    `#set par(justify: ${look.align === 'justify'}${look.firstLineIndent ? ', first-line-indent: 1.5em' : ''})`,
    above,
    below === '' ? '' : `#columns(${look.columns}, gutter: 0.8cm)[\n${below}\n]`,
  ].join('\n');
}

function typstOf(part: Part): string {
  switch (part.kind) {
    case 'title':
      return `#align(center, text(20pt, weight: "bold")[${escape(part.text)}])`;
    case 'heading':
      return `${'='.repeat(part.level)} ${escape(part.text)}`;
    case 'paragraph':
      return escape(part.text) + (part.note ? `#footnote[${escape(part.note)}]` : '');
    case 'list':
      return `#${part.ordered ? 'enum' : 'list'}(${part.items.map((item) => `[${escape(item)}]`).join(', ')})`;
    case 'picture':
      return '#box(stack(dir: ltr, spacing: 4pt, circle(radius: 30pt, fill: blue.lighten(60%)), polygon(fill: red.lighten(40%), (0pt, 60pt), (30pt, 0pt), (60pt, 60pt))))';
    case 'contents':
      return '#outline(title: none)';
    case 'form':
      return part.fields.map(([label, value]) => `${escape(label)}: ${escape(value)}`).join('\n\n');
    case 'table': {
      const count = Math.max(...part.rows.map((row) => row.reduce((sum, cell) => sum + cellSpan(cell), 0)));
      const cells = part.rows.flatMap((row, index) => row.map((cell) => cellOf(cell, index === 0 && part.ruled)));
      const align = Array.from({ length: count }, (_, column) => (part.numeric.includes(column) ? 'right' : 'left')).join(', ');
      const stroke = part.ruled ? '0.5pt' : 'none';
      return `#table(columns: (${'1fr, '.repeat(count)}), align: (${align}), stroke: ${stroke}, ${cells.join(', ')})`;
    }
  }
}

function cellOf(cell: Cell, isHead: boolean): string {
  const text = isHead ? `*${escape(cellText(cell))}*` : escape(cellText(cell));
  return `table.cell(colspan: ${cellSpan(cell)}, rowspan: ${cellDown(cell)}${isHead ? ', fill: rgb("#d9e2f3")' : ''})[${text}]`;
}
