import { escapeXmlText } from '@bakkum/markup/escape';

/** The design of social preview images. */

/** Size that other sites use for link previews, in pixels. */
const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 88;

const PAPER = '#fbfaf7';
const INK = '#1b211e';
const INK_SOFT = '#4c534f';
const ACCENT = '#00664b';
const ACCENT_SOFT = '#e1f3eb';
const ACCENT_LINE = '#a5d5c2';

/** The logo, in a 32 × 32 box. */
const MARK = 'M4 2H5L8 5V10H22.5V16H2V4a2 2 0 0 1 2-2zM27 2H28a2 2 0 0 1 2 2V27a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V17.5H8V24H24V5z';

/** The text of a page's preview image. */
type Drawing = {
  readonly brand: string;
  readonly title: string;
  readonly line: string;
  /** Labels on sheets with a folded corner: one, two with an arrow between them, or three. Without any, the logo is drawn large. */
  readonly sheets: readonly string[];
};

/** Returns the preview image as SVG, which assumes that our typeface is available. */
export function shareDrawing({ brand, title, line, sheets }: Drawing): string {
  const size = fitting(title, 68, WIDTH - 2 * MARGIN);
  const lines = wrapped(line, 34, WIDTH - 2 * MARGIN);
  const lift = (lines.length - 1) * 14;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="Pretendard">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${PAPER}"/>`,
    `<path transform="translate(${MARGIN - 3} 64) scale(1.6)" fill="${ACCENT}" d="${MARK}"/>`,
    text(brand, { x: MARGIN + 62, y: 103, size: 38, bold: true }),
    ...picture(sheets),
    text(title, { x: MARGIN - 2, y: 488 - lift, size, bold: true }),
    ...lines.map((words, at) => text(words, { x: MARGIN, y: 556 - lift + at * 46, size: 34, soft: true })),
    '</svg>',
  ].join('');
}

function picture(sheets: readonly string[]): readonly string[] {
  if (sheets.length === 0) {
    return [
      `<path transform="translate(${WIDTH - MARGIN - 352} 24) scale(11)" fill="${ACCENT_SOFT}" stroke="${ACCENT_LINE}" stroke-width="0.25" d="${MARK}"/>`,
    ];
  }
  const gap = sheets.length > 2 ? 24 : ARROW;
  const width = Math.min(SHEET.width, (WIDTH - 2 * MARGIN + gap) / sheets.length - gap);
  const drawn = sheets.map((name, at) =>
    sheet(name, { x: MARGIN + at * (width + gap), width, isResult: at === sheets.length - 1 }),
  );
  return sheets.length === 2 ? [...drawn, arrow(MARGIN + width)] : drawn;
}

/** Draws each format as a sheet with a folded corner. */
const SHEET = { top: 166, width: 404, height: 220, fold: 52 };
const ARROW = 132;

type SheetLook = { readonly x: number; readonly width: number; readonly isResult: boolean };

function sheet(name: string, { x, width, isResult }: SheetLook): string {
  const { top, height, fold } = SHEET;
  const [fill, stroke, ink] = isResult ? [ACCENT_SOFT, ACCENT_LINE, ACCENT] : ['#ffffff', '#d9d7d0', INK];
  const outline = `M${x + 16} ${top}H${x + width - fold}L${x + width} ${top + fold}V${top + height - 16}a16 16 0 0 1 -16 16H${x + 16}a16 16 0 0 1 -16 -16V${top + 16}a16 16 0 0 1 16 -16z`;
  const corner = `M${x + width - fold} ${top}V${top + fold - 10}a10 10 0 0 0 10 10H${x + width}`;
  const size = fitting(name, 84, width - 72);
  return [
    `<path d="${outline}" fill="${fill}" stroke="${stroke}" stroke-width="3"/>`,
    `<path d="${corner}" fill="none" stroke="${stroke}" stroke-width="3"/>`,
    text(name, { x: x + width / 2, y: top + height / 2 + 10 + size * 0.36, size, bold: true, ink, centred: true }),
  ].join('');
}

function arrow(x: number): string {
  const y = SHEET.top + SHEET.height / 2;
  const [from, to] = [x + 32, x + ARROW - 32];
  return `<path d="M${from} ${y}H${to}M${to - 22} ${y - 22}L${to} ${y}L${to - 22} ${y + 22}" fill="none" stroke="${ACCENT}" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/>`;
}

type TextLook = {
  readonly x: number;
  /** Position of the baseline. */
  readonly y: number;
  readonly size: number;
  readonly bold?: boolean;
  readonly soft?: boolean;
  readonly centred?: boolean;
  readonly ink?: string;
};

function text(words: string, { x, y, size, bold, soft, centred, ink = soft ? INK_SOFT : INK }: TextLook): string {
  const weight = bold ? ' font-weight="700"' : '';
  const anchor = centred ? ' text-anchor="middle"' : '';
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${ink}"${weight}${anchor}>${escapeXmlText(words)}</text>`;
}

/** Breaks the sentences of a text that fit into two lines. A longer first sentence is truncated. */
function wrapped(words: string, size: number, width: number): readonly string[] {
  const sentences = words.split(/(?<=[.!?]) /);
  const best = sentences
    .map((_, at) => brokenLines(sentences.slice(0, at + 1).join(' '), size, width))
    .findLast((lines) => lines.length <= 2);
  if (best) return best;
  const [first = '', second = ''] = brokenLines(words, size, width);
  return [first, `${second.replace(/[.,;:·]$/, '')} …`];
}

function brokenLines(words: string, size: number, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words.split(' ')) {
    const longer = `${line} ${word}`.trim();
    if (line !== '' && widthOf(longer, size) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

const widthOf = (words: string, size: number): number => [...words].reduce((sum, letter) => sum + emsOf(letter), 0) * size;

/** Returns the font size at which a text fits a width, estimated from the maximum average letter width of our typeface. */
function fitting(words: string, largest: number, width: number): number {
  return Math.min(largest, Math.floor(width / Math.max(widthOf(words, 1), 1)));
}

function emsOf(letter: string): number {
  if (letter > '\u1100') return 0.9;
  if (letter === ' ') return 0.25;
  return /[A-Z\dmw%]/.test(letter) ? 0.72 : 0.56;
}
