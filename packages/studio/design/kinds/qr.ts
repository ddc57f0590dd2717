import { encodeQR } from 'qr';
import { mix } from '../colour.ts';
import { gradient, tag } from '../svg.ts';
import { fitText, textMarkup } from '../text/typeset.ts';
import type { Job, Shown } from './studio.ts';

const QUIET_ZONE = 4;

/** A QR code on a card, with what it contains or the quoted caption below. */
export function drawQr(job: Job): Shown {
  const { canvas, brief, palette, fonts } = job;
  const { width, height, random } = canvas;
  const content = brief.address ?? brief.texts[0] ?? '';
  const caption = brief.address === undefined ? brief.texts[1] : brief.texts[0];
  const accent = random.pick(palette.accents);
  const paint = gradient(canvas, [accent, mix(accent, '#16123a', 0.35)], random.between(15, 60));
  canvas.behind(() => canvas.add(tag('rect', { width, height, fill: paint })));
  const side = Math.min(620, height * 0.62);
  const [cx, top] = [width / 2, (height - side - 260) / 2];
  canvas.add(tag('rect', { x: cx - side / 2 - 60, y: top, width: side + 120, height: side + 260, rx: 56, fill: '#ffffff' }));
  const x = cx - side / 2;
  const y = top + 60;
  const modules = encodeQR(content, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  const unit = side / modules.length;
  const path = modules.flatMap((row, at) => row.flatMap((dark, column) => (dark ? [`M${column} ${at}h1v1h-1z`] : []))).join('');
  // Dark enough for every scanner.
  canvas.add(
    `<path transform="translate(${x} ${y}) scale(${unit})" fill="${mix(accent, '#0b0a1e', 0.78)}" shape-rendering="crispEdges" d="${path}"/>`,
  );
  const text = caption ?? content.replace(/^https?:\/\//, '');
  const set = fitText(fonts, text, { width: side, height: 100 }, { face: 'bold', maxSize: 50, maxLines: 2 });
  canvas.add(
    textMarkup(set, { x: cx, y: y + side + 34 + (92 - set.height) / 2, anchor: 'middle', colour: '#17152e', face: 'bold' }),
  );
  return { texts: [text], more: [{ en: `QR code: ${content}`, ko: `QR 코드: ${content}` }] };
}
