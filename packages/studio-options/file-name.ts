import type { DownloadFormat } from './limits.ts';

const PROMPT_PART = 50;
const EXTENSIONS: Readonly<Record<DownloadFormat, string>> = { png: 'png', jpeg: 'jpg', webp: 'webp' };

/**
 * Name of a downloaded image: `ai-image-a-red-fox-1795255200000.png`. Of a prompt without Latin letters or digits nothing is left
 * but the prefix and the time.
 * @param at when the image was made
 */
export function imageFileName(prompt: string, at: Date, format: DownloadFormat): string {
  const words = prompt
    .slice(0, PROMPT_PART)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return `${['ai-image', words, String(at.getTime())].filter((part) => part !== '').join('-')}.${EXTENSIONS[format]}`;
}

type Named = {
  readonly prompt: string;
  readonly madeAt: string;
  readonly importedAs?: string | undefined;
  readonly refinement?: { readonly instructions: string } | undefined;
};

/** What an image is called where it is listed: its prompt; without one what was asked of it last, or the name it was brought under. */
export function imageTitle({ prompt, importedAs, refinement }: Named): string {
  return prompt || importedAs || refinement?.instructions || '';
}

/** Name of any image as a file: one that was brought keeps its own. */
export function downloadName(image: Named, format: DownloadFormat): string {
  if (image.importedAs !== undefined) return `${image.importedAs}.${EXTENSIONS[format]}`;
  return imageFileName(imageTitle(image), new Date(image.madeAt), format);
}
