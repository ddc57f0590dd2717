import { randomBytes } from 'node:crypto';
import { zipSync } from 'fflate';

export const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>',
);

/** Two empty pages, without a cross-reference table, which readers rebuild. */
export const TWO_PAGES = Buffer.from(
  `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 60 40]>> endobj
3 0 obj <</Type/Page/Parent 2 0 R>> endobj
4 0 obj <</Type/Page/Parent 2 0 R>> endobj
trailer <</Root 1 0 R/Size 5>>
`,
  'latin1',
);

/** Incompressible data in a zip: the conversion result contains the same bytes. */
export function noisyZip(bytes: number): { readonly noise: Buffer; readonly zip: Buffer } {
  const noise = randomBytes(bytes);
  return { noise, zip: Buffer.from(zipSync({ 'noise.bin': [new Uint8Array(noise), { level: 0 }] })) };
}
