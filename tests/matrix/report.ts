import type { Compared } from './compare.ts';

export type Row = {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly family: string;
  readonly route: string;
  readonly fidelity: string;
  /** `unjudged`: converted, but the program that should open the result is not installed. */
  readonly status: 'ok' | 'refused' | 'invalid-output' | 'timeout' | 'crash' | 'unjudged';
  readonly code: string;
  readonly milliseconds: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly judge: string;
  /** Only with `--compare`, for images native programs decode. */
  readonly compared?: Compared;
};

const COLUMNS = ['file', 'from', 'to', 'route', 'fidelity', 'status', 'code', 'milliseconds', 'bytes in', 'bytes out', 'judge'];
const STATUSES = ['ok', 'refused', 'invalid-output', 'timeout', 'crash', 'unjudged'] as const;

const COMPARED = ['colour error', 'size'];

/** Returns the first line of a report. `compares` adds the columns of `--compare`. */
export function headLine(compares: boolean): string {
  return `${[...COLUMNS, ...(compares ? COMPARED : [])].join('\t')}\n`;
}

/** Formats one conversion per line; tabs and line breaks in a field become spaces. */
export function rowLine(row: Row, compares: boolean): string {
  const fields = [
    row.file,
    row.from,
    row.to,
    row.route,
    row.fidelity,
    row.status,
    row.code,
    Math.round(row.milliseconds),
    row.bytesIn,
    row.bytesOut,
    row.judge,
    ...(compares ? [row.compared?.colourError.toFixed(4) ?? '', row.compared?.size ?? ''] : []),
  ];
  return `${fields.map((field) => fieldOf(String(field))).join('\t')}\n`;
}

/** Escapes a text for a field of a report. */
export function fieldOf(text: string): string {
  return text.replaceAll(/[\t\r\n]/g, ' ');
}

export function toTsv(rows: readonly Row[], compares = false): string {
  return `${headLine(compares)}${rows.map((row) => rowLine(row, compares)).join('')}`;
}

export type Report =
  | { readonly ok: true; readonly rows: readonly Row[]; readonly compares: boolean }
  /** Number of the first invalid line. */
  | { readonly ok: false; readonly line: number };

/**
 * Parses a report. A last line without a line break was interrupted and is dropped. Families are not in a report: each is
 * `unknown`.
 */
export function parseReport(text: string): Report {
  const [head = '', ...lines] = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
  // Interrupted before the first line was complete.
  if (head === '') return { ok: true, rows: [], compares: false };
  const compares = `${head}\n` === headLine(true);
  if (!compares && `${head}\n` !== headLine(false)) return { ok: false, line: 1 };
  const rows: Row[] = [];
  for (const [index, line] of lines.slice(0, -1).entries()) {
    const row = rowOf(line.split('\t'));
    if (!row) return { ok: false, line: index + 2 };
    rows.push(row);
  }
  return { ok: true, rows, compares };
}

function rowOf(fields: readonly string[]): Row | undefined {
  const [file = '', from = '', to = '', route = '', fidelity = '', statusField, code = '', ...rest] = fields;
  const [milliseconds, bytesIn, bytesOut, judge = '', colourError, sizeField] = rest;
  const status = STATUSES.find((known) => known === statusField);
  if (!status || fields.length < COLUMNS.length) return undefined;
  const size = sizeField === 'same' || sizeField === 'other' ? sizeField : undefined;
  return {
    ...{ file, from, to, family: 'unknown', route, fidelity, status, code, judge },
    milliseconds: Number(milliseconds),
    bytesIn: Number(bytesIn),
    bytesOut: Number(bytesOut),
    ...(size && { compared: { colourError: Number(colourError), size } }),
  };
}

/** Formats a line per family with the number of each status, and a total. */
export function summaryOf(rows: readonly Row[]): string {
  const families = [...Map.groupBy(rows, ({ family }) => family)].sort(([a], [b]) => a.localeCompare(b, 'en'));
  const line = (name: string, of: readonly Row[]): string =>
    [name, ...STATUSES.map((status) => `${status} ${of.filter((row) => row.status === status).length}`)].join('\t');
  return `${[...families.map(([name, of]) => line(name, of)), line('all', rows)].join('\n')}\n`;
}
