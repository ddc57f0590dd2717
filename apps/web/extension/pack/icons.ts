import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';

const SIZES = [16, 32, 48, 128, 192] as const;
/** Dots per inch that draw the icon, 32 units wide, at its largest size. */
const DENSITY = 600;

/** Draws the product's icon in every size that browsers ask for. Returns files by their path in the package. */
export async function iconFiles(web: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const drawing = readFileSync(path.join(web, 'public/favicon.svg'));
  const draw = (size: number): Promise<Buffer> => sharp(drawing, { density: DENSITY }).resize(size, size).png().toBuffer();
  return new Map(await Promise.all(SIZES.map(async (size) => [`icons/${size}.png`, await draw(size)] as const)));
}
