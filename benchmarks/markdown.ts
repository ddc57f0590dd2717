/** Formats a markdown table with one line per row. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(header), `|${header.map(() => '---').join('|')}|`, ...rows.map(line), ''].join('\n');
}

export function milliseconds(value: number): string {
  return Number.isNaN(value) ? '–' : String(Math.round(value));
}

export function ratio(value: number): string {
  return Number.isFinite(value) ? value.toFixed(2) : '–';
}

/** Formats kilobytes of 1000 bytes. */
export function kilobytes(bytes: number): string {
  return Number.isNaN(bytes) ? '–' : String(Math.round(bytes / 1000));
}
