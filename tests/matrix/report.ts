import type { Compared } from './compare.ts';

export type Row = {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly family: string;
  readonly route: string;
  readonly fidelity: string;
  /** `unjudged`: converted, but the program that should open the result is not on this machine. */
  readonly status: 'ok' | 'refused' | 'invalid-output' | 'timeout' | 'crash' | 'unjudged';
  readonly code: string;
  readonly milliseconds: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly judge: string;
  /** Only with `--compare`, for pictures native programs decode. */
  readonly compared?: Compared;
};

const COLUMNS = ['file', 'from', 'to', 'route', 'fidelity', 'status', 'code', 'milliseconds', 'bytes in', 'bytes out', 'judge'];
const STATUSES = ['ok', 'refused', 'invalid-output', 'timeout', 'crash', 'unjudged'] as const;

const COMPARED = ['colour error', 'size'];

/** One line a conversion; tabs and line ends cannot stand in a field. */
export function toTsv(rows: readonly Row[]): string {
  const compares = rows.some(({ compared }) => compared !== undefined);
  const lines = rows.map((row) =>
    [
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
    ]
      .map((field) => String(field).replaceAll(/[\t\r\n]/g, ' '))
      .join('\t'),
  );
  return `${[[...COLUMNS, ...(compares ? COMPARED : [])].join('\t'), ...lines].join('\n')}\n`;
}

/** The rows of a report `toTsv` wrote, without their comparisons. Families are not in it: each is `unknown`. */
export function fromTsv(report: string): readonly Row[] {
  const [head = '', ...lines] = report.trimEnd().split('\n');
  const at = new Map(head.split('\t').map((name, index) => [name, index]));
  return lines.map((line) => {
    const fields = line.split('\t');
    const field = (name: string): string => fields[at.get(name) ?? -1] ?? '';
    const status = STATUSES.find((known) => known === field('status'));
    if (!status) throw new Error(`this line of a report has no known status: ${line}`);
    return {
      file: field('file'),
      from: field('from'),
      to: field('to'),
      family: 'unknown',
      route: field('route'),
      fidelity: field('fidelity'),
      status,
      code: field('code'),
      milliseconds: Number(field('milliseconds')),
      bytesIn: Number(field('bytes in')),
      bytesOut: Number(field('bytes out')),
      judge: field('judge'),
    };
  });
}

/** A line a family, a count a status, and all of them together. */
export function summaryOf(rows: readonly Row[]): string {
  const families = [...Map.groupBy(rows, ({ family }) => family)].sort(([a], [b]) => a.localeCompare(b, 'en'));
  const line = (name: string, of: readonly Row[]): string =>
    [name, ...STATUSES.map((status) => `${status} ${of.filter((row) => row.status === status).length}`)].join('\t');
  return `${[...families.map(([name, of]) => line(name, of)), line('all', rows)].join('\n')}\n`;
}
