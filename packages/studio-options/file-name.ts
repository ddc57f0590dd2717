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
