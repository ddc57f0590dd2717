import type { PaymentView } from '@bakkum/api-contract/billing/payments';
import { isPackId } from '@bakkum/api-contract/billing/plans';
import { wordsOf } from '@bakkum/i18n/catalogue';
import type { Locale } from '@bakkum/i18n/locale';
import { wayName } from '@bakkum/i18n/payment-words';
import { productName } from '@bakkum/i18n/plan-words';
import { formatMoney } from '@bakkum/i18n/quantity';
import { formatRecordDate } from '@bakkum/i18n/record-date';
import { escapeXmlText } from '@bakkum/markup/escape';
import type { Operator } from '@bakkum/site/brand';
import { operatorLines } from '@bakkum/site/operator-lines';

/** Contents of a receipt. */
export type Receipt = {
  readonly payment: PaymentView & { readonly capturedAt: string };
  /** Name and address of the buyer. */
  readonly buyer: string;
  readonly brand: string;
  readonly origin: string;
  readonly operator: Operator;
};

type Row = { readonly name: string; readonly lines: readonly string[]; readonly strong?: true };

/** The rows of a receipt. */
export function receiptRows({ payment, buyer, brand, origin, operator }: Receipt, locale: Locale): readonly Row[] {
  const t = wordsOf(locale, 'receipts');
  const shell = wordsOf(locale, 'shell');
  const { number, product, capturedAt, startsAt, endsAt, amount, currency, deducted, tax, refund, state } = payment;
  const day = (moment: string): string => formatRecordDate(locale, new Date(moment));
  const money = (value: string): string => formatMoney(locale, value, currency);
  const row = (name: string, ...lines: readonly string[]): Row => ({ name, lines });
  return [
    row(t('number'), number),
    row(t('date'), day(capturedAt)),
    row(t('product'), productName(shell, payment)),
    ...(startsAt && endsAt
      ? [row(t(isPackId(product) ? 'validPeriod' : 'period'), t('fromUntil', { from: day(startsAt), until: day(endsAt) }))]
      : []),
    row(t('buyer'), buyer),
    row(t('seller'), `${brand}, ${origin}`, ...operatorLines(operator, (key, values) => shell.lookup(key, values) ?? '')),
    row(t('way'), wayName(t, payment)),
    ...(deducted
      ? [row(t('price'), money((Number(amount) + Number(deducted)).toFixed(2))), row(t('deducted'), `−${money(deducted)}`)]
      : []),
    { name: t('total'), lines: [money(amount)], strong: true },
    ...(tax ? [row(t('tax', { name: tax.name, percent: tax.percent }), money(tax.amount))] : []),
    ...(state === 'refunded' && refund ? [row(t('stateRefunded'), t('refundedOn', { date: day(refund.at) }))] : []),
  ];
}

/** A4 in CSS pixels. */
const [WIDTH, HEIGHT] = [794, 1123];
const [LEFT, MIDDLE] = [72, 270];
const LINE = 22;
/** Width of a line in half-width characters; Hangul and other wide characters count as two. */
const COLUMNS = { name: 22, text: 56 };

/** Draws a receipt on an A4 page as SVG. Our engine converts it to PDF with embedded fonts. */
export function receiptSvg(receipt: Receipt, locale: Locale): string {
  const t = wordsOf(locale, 'receipts');
  const parts = [text(LEFT, 110, `${receipt.brand} ${t('heading')}`, 'font-size="28" font-weight="bold"')];
  let y = 150;
  if (receipt.payment.test) {
    parts.push(text(LEFT, y, t('demoReceipt'), 'font-size="14" font-weight="bold"'));
    y += 2 * LINE;
  }
  for (const { name, lines, strong } of receiptRows(receipt, locale)) {
    const style = strong ? 'font-size="18" font-weight="bold"' : 'font-size="14"';
    const names = wrapped(name, COLUMNS.name);
    const texts = lines.flatMap((line) => wrapped(line, COLUMNS.text));
    names.forEach((line, index) => parts.push(text(LEFT, y + index * LINE, line, 'font-size="14" fill="#5b5b57"')));
    texts.forEach((line, index) => parts.push(text(MIDDLE, y + index * LINE, line, style)));
    y += Math.max(names.length, texts.length) * LINE + 12;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${Math.max(HEIGHT, y + LINE)}" font-family="sans-serif">${parts.join('')}</svg>`;
}

function text(x: number, y: number, content: string, style: string): string {
  return `<text x="${x}" y="${y}" ${style}>${escapeXmlText(content)}</text>`;
}

const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f000}-\u{3ffff}]/u;

/** Breaks a text at spaces, and longer words anywhere. */
function wrapped(content: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of content.split(' ').flatMap((one) => pieces(one, columns))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= columns) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

function pieces(word: string, columns: number): readonly string[] {
  const parts = [''];
  for (const letter of word) {
    const last = parts.at(-1) ?? '';
    if (widthOf(last + letter) <= columns) parts[parts.length - 1] = last + letter;
    else parts.push(letter);
  }
  return parts;
}

function widthOf(content: string): number {
  return [...content].reduce((sum, letter) => sum + (WIDE.test(letter) ? 2 : 1), 0);
}
