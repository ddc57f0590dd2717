import type { StatementRowView } from '@bakkum/api-contract/billing/credits';
import { wordsOf } from '@bakkum/i18n/catalogue';
import type { Locale } from '@bakkum/i18n/locale';
import { formatDate } from '@bakkum/i18n/quantity';
import { type StatementWords, statementState, statementText } from '@bakkum/i18n/statement-text';

/** Byte order mark, without which spreadsheets do not recognize UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
/** Characters that start a formula in Excel, LibreOffice and Google Sheets, also after spaces and as full-width forms of Korean input. */
const FORMULA = /^[\s\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20|%]|^[\t\r\n]/;

/**
 * Streams a statement as CSV (RFC 4180), one page at a time. The next page is read once the client has received the last one, so a
 * slow client occupies neither memory nor a database connection.
 */
export function statementFile(
  locale: Locale,
  read: (before: number | undefined) => Promise<readonly StatementRowView[]>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const words = { credits: wordsOf(locale, 'credits'), shell: wordsOf(locale, 'shell') };
  const encoder = new TextEncoder();
  let before: number | undefined;
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start: (controller) => controller.enqueue(encoder.encode(BYTE_ORDER_MARK + lineOf(headOf(words)))),
      async pull(controller) {
        const rows = await read(before);
        before = rows.at(-1)?.id;
        if (before === undefined) return controller.close();
        controller.enqueue(encoder.encode(rows.map((row) => lineOf(cellsOf(words, locale, row))).join('')));
        return undefined;
      },
    },
    { highWaterMark: 0 },
  );
}

type Cell = string | number | undefined;

function headOf({ credits: t }: StatementWords): readonly Cell[] {
  return [
    t('columnUtc'),
    t('columnWhat'),
    t('columnPrompt'),
    t('columnModel'),
    t('columnSize'),
    t('columnState'),
    t('columnReserved'),
    t('columnSpent'),
    t('columnChange'),
    t('columnBalance'),
    t('columnExpires'),
  ];
}

function cellsOf(words: StatementWords, locale: Locale, row: StatementRowView): readonly Cell[] {
  const order = row.kind === 'order' ? row.order : undefined;
  return [
    row.at.slice(0, 19).replace('T', ' '),
    statementText(words, row),
    row.kind === 'grant' ? row.note : order?.prompt,
    order?.model,
    order && `${order.width} × ${order.height}`,
    statementState(words, row, (moment) => formatDate(locale, new Date(moment), 'UTC')),
    row.kind === 'order' ? row.reserved : undefined,
    row.kind === 'order' ? row.spent : undefined,
    row.change,
    row.balance,
    row.kind === 'grant' ? row.expiresAt.slice(0, 10) : undefined,
  ];
}

function lineOf(cells: readonly Cell[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

/** Quotes text, and neutralizes it where a spreadsheet would run it as a formula. */
function cellOf(cell: Cell): string {
  if (cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return `"${text.replaceAll('"', '""')}"`;
}
