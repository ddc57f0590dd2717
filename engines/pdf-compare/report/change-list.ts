/** Pages that list the changes with signs, page numbers and the text itself, so they need no translation. */
import { type Change, countByKind, type DocumentComparison, pageOfPart } from '@bakkum/conversion/document-comparison';
import type { EngineContext } from '@bakkum/conversion/engine';
import { createPagesPdf } from '@bakkum/document-pages/pages-pdf';
import { facesInOrder } from '@bakkum/document-typefaces/catalogue';
import { escapeXmlText } from '@bakkum/markup/escape';
import { cssColor, LOOKS, partsOf } from './look.ts';

/** A4 in CSS pixels. */
const PAGE = { width: 794, height: 1123 } as const;
const MARGIN = 56;
const FONT_SIZE = 13;
const LINE = 19;
const TEXT_LEFT = MARGIN + 150;
/** Maximum characters listed of each text. */
const MAX_CHARACTERS = 600;
/** Maximum changes listed; the last row tells how many there are. The JSON has all of them. */
const MAX_CHANGES = 2000;

type Row = { readonly elements: readonly { readonly x: number; readonly text: string; readonly fill: string }[] };

/** Returns the list as a PDF. */
export async function drawChangeList(comparison: DocumentComparison, context: EngineContext): Promise<Blob> {
  const { changes } = comparison;
  const rest = changes.length > MAX_CHANGES ? [plainRow(`… ${MAX_CHANGES} / ${changes.length}`)] : [];
  const rows = [summaryOf(comparison), EMPTY, ...changes.slice(0, MAX_CHANGES).flatMap(rowsOf), ...rest];
  const all = rows.flatMap(({ elements }) => elements.map(({ text }) => text)).join('');
  const faces = facesInOrder('sans', 'gothic', all);
  const pdf = createPagesPdf({
    choose: (_, bold) => faces.map((face) => ({ face, embolden: bold })),
    load: (face) => context.bytes(face),
  });
  const perPage = Math.floor((PAGE.height - 2 * MARGIN) / LINE);
  for (let from = 0; from < rows.length; from += perPage) {
    context.signal.throwIfAborted();
    await pdf.addPage(drawn(rows.slice(from, from + perPage)));
  }
  return pdf.finish('');
}

const INK = '#1c1b19';
const EMPTY: Row = { elements: [] };
const plainRow = (text: string): Row => ({ elements: [{ x: MARGIN, text, fill: INK }] });

function drawn(rows: readonly Row[]): string {
  const texts = rows.flatMap(({ elements }, at) =>
    elements.map(({ x, text, fill }) => {
      const y = MARGIN + (at + 1) * LINE;
      return `<text x="${x}" y="${y}" font-size="${FONT_SIZE}" fill="${fill}">${escapeXmlText(text)}</text>`;
    }),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PAGE.width}" height="${PAGE.height}">${texts.join('')}</svg>`;
}

function summaryOf({ before, after, changes }: DocumentComparison): Row {
  const counts = countByKind(changes);
  const kinds = (Object.keys(LOOKS) as (keyof typeof LOOKS)[]).map((kind) => ({
    text: `${LOOKS[kind].sign} ${counts[kind]}`,
    fill: cssColor(LOOKS[kind].color),
  }));
  return {
    elements: [
      { x: MARGIN, text: `${before.pages.length} → ${after.pages.length} p.`, fill: INK },
      ...kinds.map((kind, at) => ({ ...kind, x: TEXT_LEFT + at * 80 })),
    ],
  };
}

function rowsOf(change: Change, at: number): readonly Row[] {
  const look = LOOKS[change.kind];
  const fill = cssColor(look.color);
  const pages = [change.before, change.after].map((part) => pageOfPart(part) ?? '–').join(' → ');
  const head = { x: MARGIN, text: `${at + 1}  ${look.sign}  p. ${pages}`, fill };
  const sides = change.kind === 'moved' || change.kind === 'appearance' ? partsOf(change).slice(1) : partsOf(change);
  const lines = sides.flatMap(({ side, part }) => {
    const own = cssColor(LOOKS[side === 'before' ? 'removed' : 'added'].color);
    const sign = change.kind === 'changed' ? (side === 'before' ? '− ' : '+ ') : '';
    return wrapped(sign + shortened(part.text)).map((text) => ({
      x: TEXT_LEFT,
      text,
      fill: change.kind === 'changed' ? own : INK,
    }));
  });
  const [first, ...rest] = lines;
  return [{ elements: first ? [head, first] : [head] }, ...rest.map((line): Row => ({ elements: [line] })), EMPTY];
}

function shortened(text: string): string {
  const letters = [...text];
  return letters.length > MAX_CHARACTERS ? `${letters.slice(0, MAX_CHARACTERS).join('')}…` : text;
}

/** Breaks a text into lines by approximate widths: words, or letters where a word is too long. */
function wrapped(text: string): readonly string[] {
  const room = (PAGE.width - MARGIN - TEXT_LEFT) / FONT_SIZE;
  const lines: string[] = [];
  let [line, width] = ['', 0];
  const end = (): void => {
    lines.push(line);
    [line, width] = ['', 0];
  };
  for (const word of text.split(/(?<=\s)/)) {
    if (width > 0 && width + emsOf(word) > room) end();
    for (const letter of word) {
      if (width + emsOf(letter) > room) end();
      line += letter;
      width += emsOf(letter);
    }
  }
  if (line !== '') end();
  return lines;
}

/** Approximate width in ems: Hangul, Han and other wide characters about 1, most others about 0.6. */
function emsOf(text: string): number {
  let ems = 0;
  for (const letter of text) ems += (letter.codePointAt(0) ?? 0) >= 0x1100 ? 0.95 : 0.6;
  return ems;
}
