/** Draws the sketches of the studio that are the same for all visitors. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { drawSketch } from '@bakkum/sketch/sketch';
import sharp from 'sharp';
import { STILLS } from '../app/features/studio/sketches/stills.ts';

/** WebP quality of small images beside text; brush and paper grain costs most and is seen least. */
const QUALITY = 70;
const PACKAGES = path.resolve(import.meta.dirname, '../../../packages/studio');
/** The renderer and its prompt parser. */
const RENDERER = ['sketch', 'prompt-analysis'];

/** Writes `stills/<name>.webp` to a folder. They are drawn again only when the code that draws them has changed. */
export async function writeStills(folder: string): Promise<void> {
  const place = path.join(folder, 'stills');
  const stamp = path.join(place, 'made-by');
  const maker = makerOf();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === maker) return;
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  for (const [name, request] of STILLS) {
    const { width, height, rgb } = drawSketch(request);
    const picture = sharp(rgb, { raw: { width, height, channels: 3 } }).webp({ quality: QUALITY, effort: 6 });
    // oxlint-disable-next-line no-await-in-loop -- each uses all cores
    writeFileSync(path.join(place, `${name}.webp`), await picture.toBuffer());
  }
  writeFileSync(stamp, maker);
}

/** Changes with the stills and with the code that draws them. */
function makerOf(): string {
  const hash = createHash('sha256').update(JSON.stringify([...STILLS, QUALITY]));
  const sources = RENDERER.flatMap((name) =>
    readdirSync(path.join(PACKAGES, name), { recursive: true, encoding: 'utf8' }).map((file) => path.join(name, file)),
  ).filter((file) => file.endsWith('.ts') && !file.includes('.test.'));
  for (const file of sources.sort()) hash.update(file).update(readFileSync(path.join(PACKAGES, file)));
  return hash.digest('hex');
}
