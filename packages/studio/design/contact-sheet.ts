/** Draws the forty prompts of docs/design-studio.md: `node packages/studio/design/contact-sheet.ts`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import { PROMPTS } from './contact-sheet-table.ts';
import { openDesigner } from './design.ts';
import type { Term } from './prompt/brief.ts';

const DOCS = path.resolve(import.meta.dirname, '../../../docs');
const SEED = 1;
const SIDE = 300;
const GAP = 10;
const COLUMNS = 5;

const designer = await openDesigner();
const rows: string[] = [];
mkdirSync(path.join(DOCS, 'pictures'), { recursive: true });
for (const locale of ['en', 'ko'] as const) {
  const cells: OverlayOptions[] = [];
  for (const [at, prompt] of PROMPTS[locale].entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one after another, to save memory
    const design = await designer.draw({ prompt, width: 768, height: 768, seed: SEED });
    // oxlint-disable-next-line no-await-in-loop -- one after another, to save memory
    const input = await sharp(designer.png(design)).resize(SIDE, SIDE).png().toBuffer();
    cells.push({ input, left: GAP + (at % COLUMNS) * (SIDE + GAP), top: GAP + Math.floor(at / COLUMNS) * (SIDE + GAP) });
    const list = (terms: readonly Term[]): string => terms.map((term) => term[locale].replaceAll('|', '\\|')).join(', ') || '–';
    rows.push(
      `| ${locale} ${at + 1} | ${prompt} | ${design.report.kind} | ${list(design.report.drawn)} | ${list(design.report.notDrawn)} |`,
    );
  }
  const [width, height] = [COLUMNS, Math.ceil(cells.length / COLUMNS)].map((count) => count * (SIDE + GAP) + GAP);
  const sheet = sharp({ create: { width: width ?? 0, height: height ?? 0, channels: 3, background: '#f4f4f2' } });
  // oxlint-disable-next-line no-await-in-loop -- two images
  await sheet
    .composite(cells)
    .webp({ quality: 82, effort: 6 })
    .toFile(path.join(DOCS, `pictures/design-studio-${locale}.webp`));
}
writeFileSync(
  path.join(DOCS, 'design-studio.md'),
  `# Design studio: forty prompts

Without an image service, the studio draws designs ([decision 038](decisions/038-procedural-designs.md)). These are its first answers
(seed ${SEED}) to twenty English and twenty Korean prompts, in rows of ${COLUMNS}, with the report that each result carries. Written by
\`packages/studio/design/contact-sheet.ts\`.

![Twenty designs for English prompts](pictures/design-studio-en.webp)

![Twenty designs for Korean prompts](pictures/design-studio-ko.webp)

| | prompt | kind | drawn | not drawn |
|---|---|---|---|---|
${rows.join('\n')}
`,
);
