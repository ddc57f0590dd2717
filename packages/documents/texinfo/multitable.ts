type Row = { readonly isHead: boolean; readonly cells: string[] };

const DIVIDER = /^\s*@(item|headitem|tab)\b[ \t]*(.*)/;
const NESTED = /^\s*@(itemize|enumerate|table|ftable|vtable|multitable)\b/;

/** Converts a multitable: rows start with `@item` or `@headitem`, further cells with `@tab`, also within a line. */
export function tableHtml(text: string, blocks: (text: string) => string, words: (text: string) => string): string {
  const rows: Row[] = [];
  let depth = 0;
  for (const line of text.replaceAll(/(\S[ \t]*)@tab\b/g, '$1\n@tab').split('\n')) {
    if (NESTED.test(line)) depth += 1;
    else if (/^\s*@end\s+(?:itemize|enumerate|[fv]?table|multitable)\b/.test(line)) depth -= 1;
    const [, divider, rest = ''] = depth === 0 ? (DIVIDER.exec(line) ?? []) : [];
    if (divider === 'item' || divider === 'headitem') rows.push({ isHead: divider === 'headitem', cells: [rest] });
    else if (divider === 'tab') rows.at(-1)?.cells.push(rest);
    else appendLine(rows.at(-1), line);
  }
  const rowHtml = ({ isHead, cells }: Row): string => {
    const tag = isHead ? 'th' : 'td';
    return `<tr>${cells.map((cell) => `<${tag}>${cellHtml(cell, blocks, words)}</${tag}>`).join('')}</tr>`;
  };
  const heads = rows.filter(({ isHead }, index) => isHead && rows.slice(0, index).every((row) => row.isHead));
  const body = rows.slice(heads.length).map(rowHtml).join('\n');
  const head = heads.length === 0 ? '' : `<thead>${heads.map(rowHtml).join('')}</thead>`;
  return `<table>${head}<tbody>${body}</tbody></table>`;
}

function appendLine(row: Row | undefined, line: string): void {
  const last = row?.cells.length ?? 0;
  if (row && last > 0) row.cells[last - 1] += `\n${line}`;
}

/** Drops the paragraph element of a cell with a single paragraph. */
function cellHtml(cell: string, blocks: (text: string) => string, words: (text: string) => string): string {
  const trimmed = cell.trim();
  const isPlain = !/\n\s*\n/.test(trimmed) && !/^[ \t]*@[a-zA-Z]+(?![a-zA-Z{])/m.test(trimmed);
  return isPlain ? words(trimmed) : blocks(trimmed);
}
