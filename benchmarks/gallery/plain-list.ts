import type { Page } from 'playwright-core';

const PAGE_SIZE = 100;
/** As in the gallery: two columns, lazy-loaded images, and no layout for distant content. */
const STYLE = `body { margin: 0 auto; max-width: 56rem; font: 0.875rem sans-serif }
ul { display: grid; grid-template-columns: 1fr 1fr; gap: 20px; list-style: none; padding: 0 }
li { content-visibility: auto; contain-intrinsic-size: auto 600px; border: 1px solid #ddd; padding-bottom: 10rem }
img { display: block; width: 100%; height: auto; max-height: 28rem; object-fit: contain }`;

type Item = { readonly thumbnailUrl: string; readonly prompt: string; readonly width: number; readonly height: number };

/**
 * Shows the same images and text in a page without a script, for comparison: the cost of the browser and the machine alone.
 * @param page with a signed-in user
 */
export async function openPlainList(page: Page, baseUrl: string): Promise<void> {
  const items = await imagesOf(page, baseUrl);
  const body = items
    .map(
      ({ thumbnailUrl, prompt, width, height }, index) =>
        `<li aria-posinset="${index + 1}"><img src="${thumbnailUrl}" width="${width}" height="${height}" alt="" loading="lazy" decoding="async"><p>${prompt}</p></li>`,
    )
    .join('');
  const address = `${baseUrl}/plain-list`;
  await page.route(address, (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: `<!doctype html><style>${STYLE}</style><ul>${body}</ul>` }),
  );
  await page.goto(address);
}

async function imagesOf(page: Page, baseUrl: string): Promise<readonly Item[]> {
  const images: Item[] = [];
  for (let before: string | undefined = ''; before !== undefined; ) {
    const query = new URLSearchParams({ limit: String(PAGE_SIZE), ...(before && { before }) });
    const answer = await page.context().request.get(`${baseUrl}/api/images?${query}`);
    const found: { readonly images: readonly Item[]; readonly next?: string } = await answer.json();
    images.push(...found.images);
    before = found.next;
  }
  return images;
}
