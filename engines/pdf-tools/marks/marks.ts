import type { EngineContext } from '@bakkum/conversion/engine';
import type { OptionValues } from '@bakkum/conversion/options';
import { escapeXmlText } from '@bakkum/markup/escape';
import type { Part } from '../document/assemble.ts';
import { type Drawing, drawOverlays } from './overlay.ts';
import { emsOf } from './text-width.ts';

type Size = { readonly width: number; readonly height: number };

/** Draws the watermark, then header, footer and page numbers. */
export async function drawMarks(part: Part, options: OptionValues, context: EngineContext): Promise<void> {
  const watermark = textOf(options, 'watermark');
  if (watermark !== '') await drawOverlays(part, (size) => watermarkOn(size, watermark, options), context);
  await drawOverlays(part, (size, at) => linesOn(size, at, part.pages.length, options), context);
}

/** Share of the page's diagonal, or of its width, that a watermark fills. */
const WATERMARK_SHARE = 0.75;
const MAX_WATERMARK_SIZE = 200;

function watermarkOn({ width, height }: Size, text: string, options: OptionValues): Drawing {
  const isDiagonal = options['watermarkPosition'] !== 'horizontal';
  const room = (isDiagonal ? Math.hypot(width, height) : width) * WATERMARK_SHARE;
  const given = options['watermarkSize'];
  const fitting = Math.min(MAX_WATERMARK_SIZE, height * 0.4, room / Math.max(1, emsOf(text)));
  const size = typeof given === 'number' ? given : fitting;
  const opacity = Number(options['watermarkOpacity'] ?? 20) / 100;
  const angle = isDiagonal ? (-Math.atan2(height, width) * 180) / Math.PI : 0;
  const place = `translate(${width / 2} ${height / 2}) rotate(${angle})`;
  return (
    `<g transform="${place}"><text x="0" y="${size * 0.35}" font-size="${size}" text-anchor="middle" ` +
    `fill="${String(options['watermarkColour'] ?? '#000000')}" fill-opacity="${opacity}">${escapeXmlText(text)}</text></g>`
  );
}

/** Points between the edge of the page and a line. */
const LINE_MARGIN = 24;

function linesOn({ width, height }: Size, at: number, count: number, options: OptionValues): Drawing {
  const size = Number(options['markSize'] ?? 10);
  const first = Number(options['firstNumber'] ?? 1);
  const values = { page: String(first + at), pages: String(first + count - 1) };
  const filled = (text: string): string => text.replaceAll(/\{(page|pages)\}/g, (_, key: 'page' | 'pages') => values[key]);
  const line = (text: string, edge: Edge, side: Side): Drawing =>
    text === '' ? '' : lineAt(filled(text), { width, height, size, edge, side });
  const [edge, side] = placeOf(String(options['numbering'] ?? 'none'));
  const style = String(options['numberStyle'] ?? 'plain');
  const number = edge === undefined ? '' : style === 'total' ? '{page} / {pages}' : style === 'dashes' ? '- {page} -' : '{page}';
  return [
    line(textOf(options, 'header'), 'top', edge === 'top' && side === 'center' ? 'left' : 'center'),
    line(textOf(options, 'footer'), 'bottom', edge === 'bottom' && side === 'center' ? 'left' : 'center'),
    edge === undefined ? '' : line(number, edge, side),
  ].join('');
}

type Edge = 'top' | 'bottom';
type Side = 'left' | 'center' | 'right';

const PLACES: Readonly<Record<string, readonly [Edge, Side]>> = {
  'bottom-center': ['bottom', 'center'],
  'bottom-right': ['bottom', 'right'],
  'bottom-left': ['bottom', 'left'],
  'top-center': ['top', 'center'],
  'top-right': ['top', 'right'],
  'top-left': ['top', 'left'],
};

const placeOf = (text: string): readonly [Edge | undefined, Side] => PLACES[text] ?? [undefined, 'center'];

type Line = Size & { readonly size: number; readonly edge: Edge; readonly side: Side };

function lineAt(text: string, { width, height, size, edge, side }: Line): Drawing {
  const x = side === 'left' ? LINE_MARGIN : side === 'right' ? width - LINE_MARGIN : width / 2;
  const y = edge === 'top' ? LINE_MARGIN + size * 0.8 : height - LINE_MARGIN;
  const anchor = side === 'left' ? 'start' : side === 'right' ? 'end' : 'middle';
  return `<text x="${x}" y="${y}" font-size="${size}" text-anchor="${anchor}" fill="#000000">${escapeXmlText(text)}</text>`;
}

function textOf(options: OptionValues, option: string): string {
  const value = options[option];
  return typeof value === 'string' ? value.trim() : '';
}
