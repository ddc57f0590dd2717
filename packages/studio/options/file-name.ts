import { safeName } from '@bakkum/conversion/file-names';
import type { DownloadFormat } from './limits.ts';

const PROMPT_PART = 50;
const EXTENSIONS: Readonly<Record<DownloadFormat | 'svg', string>> = { png: 'png', jpeg: 'jpg', webp: 'webp', svg: 'svg' };

/**
 * Returns the file name of a downloaded image: `ai-image-a-red-fox-1795255200000.png`. For a prompt without Latin letters or
 * digits, only the prefix and the time remain.
 * @param at time of creation
 */
export function imageFileName(
  prompt: string,
  at: Date,
  format: DownloadFormat | 'svg',
  kind: 'ai-image' | 'design' = 'ai-image',
): string {
  const words = prompt
    .slice(0, PROMPT_PART)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${[kind, words, String(at.getTime())].filter((part) => part !== '').join('-')}.${EXTENSIONS[format]}`;
}

type Named = {
  readonly prompt: string;
  readonly madeAt: string;
  readonly importedAs?: string | undefined;
  /** Drawn by the design studio, not by AI. */
  readonly design?: boolean;
  readonly refinement?: { readonly instructions: string } | undefined;
};

/** Returns the title of an image in lists: its prompt, otherwise its last edit, or the name of the imported file. */
export function imageTitle({ prompt, importedAs, refinement }: Named): string {
  return prompt || importedAs || refinement?.instructions || '';
}

/** Returns the file name of any image; an imported one keeps its own. */
export function downloadName(image: Named, format: DownloadFormat | 'svg'): string {
  if (image.importedAs !== undefined) return safeName(`${image.importedAs}.${EXTENSIONS[format]}`);
  return imageFileName(imageTitle(image), new Date(image.madeAt), format, image.design ? 'design' : 'ai-image');
}
