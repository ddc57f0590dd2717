import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { WEB_FACE_FILES } from '@bakkum/document-typefaces/web-faces';

const { resolve } = createRequire(path.resolve(import.meta.dirname, '../../../engines/page-layout/engine.ts'));

/** What a browser on Linux chooses where a page names these. */
const ALIASES: readonly (readonly [name: string, ...chosen: string[]])[] = [
  ['sans-serif', 'Arimo', 'NanumGothic'],
  ['serif', 'Tinos', 'NanumMyeongjo'],
  ['monospace', 'Cousine', 'NanumGothicCoding'],
  ['Arial', 'Arimo', 'NanumGothic'],
  ['Helvetica', 'Arimo', 'NanumGothic'],
  ['Times', 'Tinos', 'NanumMyeongjo'],
  ['Times New Roman', 'Tinos', 'NanumMyeongjo'],
  ['Courier New', 'Cousine', 'NanumGothicCoding'],
];

/** Lets browsers that start afterwards use exactly the typefaces of our engine. Returns their environment. */
export async function ourTypefaces(folder: string): Promise<Readonly<Record<string, string>>> {
  const fonts = path.join(folder, 'typefaces');
  await mkdir(fonts, { recursive: true });
  for (const file of Object.values(WEB_FACE_FILES)) await copyFile(resolve(file), path.join(fonts, path.basename(file)));
  const aliases = ALIASES.map(([name, ...chosen]) => {
    const families = chosen.map((family) => `<family>${family}</family>`).join('');
    return `<alias binding="strong"><family>${name}</family><prefer>${families}</prefer></alias>`;
  });
  const configuration = path.join(folder, 'fonts.conf');
  await writeFile(
    configuration,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${fonts}</dir><cachedir>${folder}/cache</cachedir>${aliases.join('')}</fontconfig>`,
  );
  return { FONTCONFIG_FILE: configuration };
}
