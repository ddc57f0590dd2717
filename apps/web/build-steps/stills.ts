/** Draws the example designs of the studio, which are the same for all visitors. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openDesigner } from '@bakkum/design/design';
import sharp from 'sharp';
import { EXAMPLE_SIDE, EXAMPLES, stillOf } from '../app/features/studio/examples/examples-table.ts';

/** WebP quality of small images beside text. */
const QUALITY = 80;
const DESIGN = path.resolve(import.meta.dirname, '../../../packages/studio/design');
const LOCALES = ['en', 'ko'] as const;

/** Writes `stills/<name>.webp` to a folder. They are drawn again only when the code that draws them has changed. */
export async function writeStills(folder: string): Promise<void> {
  const place = path.join(folder, 'stills');
  const stamp = path.join(place, 'made-by');
  const maker = makerOf();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === maker) return;
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  const designer = await openDesigner();
  for (const example of EXAMPLES) {
    for (const locale of LOCALES) {
      const request = { prompt: example[locale], width: EXAMPLE_SIDE, height: EXAMPLE_SIDE, seed: example.seed };
      // oxlint-disable-next-line no-await-in-loop -- each uses all cores
      const picture = sharp(designer.png(await designer.draw(request))).webp({ quality: QUALITY, effort: 6 });
      // oxlint-disable-next-line no-await-in-loop -- each uses all cores
      writeFileSync(path.join(place, `${stillOf(example, locale)}.webp`), await picture.toBuffer());
    }
  }
  writeFileSync(stamp, maker);
}

/** Changes with the examples and with the code that draws them. */
function makerOf(): string {
  const hash = createHash('sha256').update(JSON.stringify([EXAMPLES, EXAMPLE_SIDE, QUALITY]));
  const sources = readdirSync(DESIGN, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(?:ts|json)$/.test(file) && !file.includes('.test.') && !file.includes('node_modules'),
  );
  for (const file of sources.sort()) hash.update(file).update(readFileSync(path.join(DESIGN, file)));
  return hash.digest('hex');
}
