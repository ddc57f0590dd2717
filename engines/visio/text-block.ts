import { escapeXmlText } from '@bakkum/markup/escape';
import type { XmlElement } from '@bakkum/markup/xml';
import { colourOf, type Look } from './look.ts';

/** A text run with uniform formatting. Sizes are in inches. */
type Run = { readonly text: string; readonly size: number; readonly colour: string; readonly style: number };
type Line = { readonly runs: readonly Run[]; readonly align: number };

const DEFAULT_SIZE = 12 / 72;
const BOLD = 1;
const ITALIC = 2;
const UNDERLINED = 4;
/** Text is drawn in points, because renderers round metrics of tiny font sizes. */
const UNIT = 72;
const LINE_HEIGHT = 1.2;
/** Average character widths relative to the font size: Latin, and full-width. */
const NARROW = 0.52;
const WIDE = 1;

/** Renders the text of a shape within its block with line breaks, as an upright group. */
export function textBlock(look: Look): string {
  const { text } = look;
  if (!text) return '';
  const width = look.number('TxtWidth', look.number('Width', 0));
  const height = look.number('TxtHeight', look.number('Height', 0));
  const margin = (side: string): number => look.number(side, 4 / 72, 'TextStyle');
  const room = width - margin('LeftMargin') - margin('RightMargin');
  const lines = paragraphsOf(text, look).flatMap((line) => broken(line, Math.max(room, 0.3)));
  if (!lines.some(({ runs }) => runs.some((run) => run.text.trim() !== ''))) return '';
  const heights = lines.map((line) => heightOf(line));
  const total = heights.reduce((sum, each) => sum + each, 0);
  const vertical = look.number('VerticalAlign', 1, 'TextStyle');
  const top =
    [margin('TopMargin'), (height - total) / 2, height - margin('BottomMargin') - total][vertical] ?? (height - total) / 2;
  let y = top;
  const drawn = lines.map((line, index) => {
    const each = heights[index] ?? 0;
    y += each;
    return lineSvg(line, { left: margin('LeftMargin'), right: width - margin('RightMargin'), baseline: y - each * 0.25 });
  });
  return `<g transform="${transformOf(look, width, height)}">${drawn.join('')}</g>`;
}

function transformOf(look: Look, width: number, height: number): string {
  const x = look.number('TxtPinX', look.number('Width', 0) / 2);
  const y = look.number('TxtPinY', look.number('Height', 0) / 2);
  const turn = (look.number('TxtAngle', 0) * 180) / Math.PI;
  const left = look.number('TxtLocPinX', width / 2);
  const bottom = look.number('TxtLocPinY', height / 2);
  const upright = `${look.number('FlipX', 0) === 1 ? -1 : 1} ${look.number('FlipY', 0) === 1 ? 1 : -1}`;
  const steps = [
    `translate(${short(x)} ${short(y)})`,
    `rotate(${short(turn)})`,
    `scale(${upright})`,
    `translate(${short(-left)} ${short(bottom - height)})`,
    `scale(${short(1 / UNIT)})`,
  ];
  return steps.join(' ');
}

/** Default text colour: black, or white on dark fills. */
function readableOn(look: Look): string {
  const isFilled =
    look.number('FillPattern', 1) !== 0 && look.sections('Geometry').some(({ cells }) => cells.get('NoFill') !== '1');
  if (!isFilled) return '#000000';
  const fill = look.colour('FillForegnd', 'FillStyle', 'QuickStyleFillColor', '#ffffff');
  const [red = 255, green = 255, blue = 255] = [1, 3, 5].map((at) => Number.parseInt(fill.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue < 140 ? '#ffffff' : '#000000';
}

/** Splits text into lines as typed; `cp` and `pp` refer to formatting rows from there on. */
function paragraphsOf(text: XmlElement, look: Look): readonly Line[] {
  const characters = look.sections('Character')[0]?.rows ?? [];
  const paragraphs = look.sections('Paragraph')[0]?.rows ?? [];
  const lines: { runs: Run[]; align: number }[] = [];
  const themed = readableOn(look);
  let character = 0;
  let paragraph = 0;
  const alignOf = (): number =>
    Number(
      paragraphs.find(({ index }) => index === paragraph)?.cells.get('HorzAlign') ??
        look.styledRow('Paragraph', 'HorzAlign') ??
        1,
    ) || 0;
  const cell = (name: string): string | undefined =>
    characters.find(({ index }) => index === character)?.cells.get(name) ?? look.styledRow('Character', name);
  const runOf = (words: string): Run => ({
    text: words,
    size: Number(cell('Size')) || DEFAULT_SIZE,
    colour: colourOf(cell('Color') ?? '') ?? themed,
    style: Number(cell('Style')) || 0,
  });
  const write = (words: string): void => {
    for (const [index, part] of words.split(/\r\n|[\n\u2028]/).entries()) {
      if (index > 0 || lines.length === 0) lines.push({ runs: [], align: alignOf() });
      if (part !== '') lines.at(-1)?.runs.push(runOf(part));
    }
  };
  const walk = (element: XmlElement): void => {
    for (const child of element.children) {
      if (typeof child === 'string') write(child);
      else if (child.name === 'cp') character = Number(child.attributes['IX'] ?? 0);
      else if (child.name === 'pp') {
        paragraph = Number(child.attributes['IX'] ?? 0);
        const line = lines.at(-1);
        if (line && line.runs.length === 0) line.align = alignOf();
      } else walk(child);
    }
  };
  walk(text);
  while (lines.length > 0 && lines.at(-1)?.runs.length === 0) lines.pop();
  return lines;
}

function widthOf({ text, size }: Run): number {
  return [...text].reduce((sum, letter) => sum + (/[\u1100-\u11ff\u2e80-\uffef]/.test(letter) ? WIDE : NARROW), 0) * size;
}

function heightOf({ runs }: Line): number {
  return Math.max(...runs.map(({ size }) => size), runs.length === 0 ? DEFAULT_SIZE : 0) * LINE_HEIGHT;
}

/** Breaks between words; a word wider than the block gets its own line. */
function broken({ runs, align }: Line, room: number): readonly Line[] {
  const lines: Run[][] = [[]];
  let used = 0;
  for (const run of runs)
    for (const word of run.text.split(/(?<=\s)/)) {
      const piece = { ...run, text: word };
      const width = widthOf({ ...piece, text: word.trimEnd() });
      if (used > 0 && used + width > room) {
        lines.push([]);
        used = 0;
      }
      lines.at(-1)?.push(piece);
      used += widthOf(piece);
    }
  return lines.map((pieces) => ({ runs: pieces, align }));
}

type Extent = { readonly left: number; readonly right: number; readonly baseline: number };

const ANCHORS = ['start', 'middle', 'end'] as const;

function lineSvg({ runs, align }: Line, { left, right, baseline }: Extent): string {
  const anchor = ANCHORS[align] ?? 'start';
  const x = { start: left, middle: (left + right) / 2, end: right }[anchor];
  const spans = runs.map((run) => {
    const looks = [
      `font-size="${short(run.size * UNIT)}"`,
      `fill="${run.colour}"`,
      ...(run.style & BOLD ? ['font-weight="bold"'] : []),
      ...(run.style & ITALIC ? ['font-style="italic"'] : []),
      ...(run.style & UNDERLINED ? ['text-decoration="underline"'] : []),
    ];
    return `<tspan ${looks.join(' ')}>${escapeXmlText(run.text.replace(/(?<!\s)\s+$/, ' '))}</tspan>`;
  });
  if (spans.length === 0) return '';
  return `<text x="${short(x * UNIT)}" y="${short(baseline * UNIT)}" text-anchor="${anchor}" font-family="Arial, sans-serif" xml:space="preserve">${spans.join('')}</text>`;
}

const short = (value: number): string => String(Math.round(value * 1e7) / 1e7);
