/** Layouts of a title with additional text. */
import type { Box } from '../svg.ts';
import { tag } from '../svg.ts';
import type { Face } from '../text/fonts.ts';
import { fitText, textMarkup } from '../text/typeset.ts';
import type { Job } from './studio.ts';

type Lettering = { readonly face: Face; readonly anchor: 'start' | 'middle'; readonly colour: string; readonly quiet: string };

/** Draws the title with the other texts below it, and returns the height used. */
export function setTexts(
  { canvas, fonts }: Job,
  texts: readonly string[],
  box: Box,
  { face, anchor, colour, quiet }: Lettering,
): number {
  const [title = '', ...more] = texts;
  const x = anchor === 'start' ? box.x : box.x + box.width / 2;
  const small = more.length > 0 ? Math.min(48, Math.max(40, box.height * 0.12)) : 0;
  const below = more.length * small * 1.9;
  const main = fitText(
    fonts,
    title,
    { width: box.width, height: box.height - below },
    { face, leading: 1.16, maxSize: Math.min(230, box.height * 0.62) },
  );
  canvas.add(textMarkup(main, { x, y: box.y, anchor, colour, face, leading: 1.16 }));
  let y = box.y + main.height + main.size * 0.22 + small * 0.7;
  for (const text of more) {
    const line = fitText(fonts, text, { width: box.width, height: small * 2.4 }, { face: 'sans', maxSize: small, maxLines: 2 });
    canvas.add(textMarkup(line, { x, y, anchor, colour: quiet, face: 'sans' }));
    y += line.height + small * 0.8;
  }
  return y - box.y;
}

/** Sets texts in the middle of a box, with a small ornament between title and the rest. */
export function centred(job: Job, texts: readonly string[], box: Box, face: Face, colour: string): void {
  const { canvas, fonts, palette } = job;
  const [title = '', ...more] = texts;
  const small = 42;
  const below = more.length > 0 ? 90 + more.length * small * 1.7 : 0;
  const main = fitText(
    fonts,
    title,
    { width: box.width, height: Math.max(120, box.height - below) },
    { face, leading: 1.24, maxSize: 168 },
  );
  const x = box.x + box.width / 2;
  let y = box.y + (box.height - main.height - below) / 2;
  canvas.add(textMarkup(main, { x, y, anchor: 'middle', colour, face, leading: 1.24 }));
  y += main.height;
  if (more.length > 0)
    canvas.add(
      tag('circle', { cx: x, cy: y + 58, r: 7, fill: palette.accents[0] }),
      tag('path', { d: `M${x - 90} ${y + 58}h60M${x + 30} ${y + 58}h60`, stroke: palette.accents[0], 'stroke-width': 4 }),
    );
  y += 106;
  for (const text of more) {
    const line = fitText(fonts, text, { width: box.width, height: small * 2.4 }, { face: 'sans', maxSize: small, maxLines: 2 });
    canvas.add(textMarkup(line, { x, y, anchor: 'middle', colour, face: 'sans' }));
    y += line.height + small * 0.9;
  }
}

/** The first thing, where no words were given. */
export function nameOf({ brief: { language, items } }: Job): readonly string[] {
  const [first] = items;
  return first ? [capital(first.thing[language])] : [];
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
