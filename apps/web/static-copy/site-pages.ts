import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { LOCALES, localePath } from '@bakkum/i18n/locale';
import type { Site } from '@bakkum/site/brand';
import { BUILT_PAGES } from '@bakkum/site/pages';
import type { ServerBuild } from 'react-router';

type CreateSite = (build: ServerBuild, mode: 'production') => (request: Request, site: Site) => Promise<Response>;
type WebBuild = ServerBuild & { readonly entry: { readonly module: { readonly createSite: CreateSite } } };

/** Renders the pages of a build, as our server does. */
export type PageSource = {
  /** URL paths of all pages in all languages. */
  paths(): Promise<readonly string[]>;
  /**
   * Returns a page, its data or a generated file.
   * @throws Error if its status is not 200
   */
  text(pathname: string): Promise<string>;
};

/** @param server folder of the build that renders pages */
export async function openPages(server: string, site: Site): Promise<PageSource> {
  const entry = path.join(server, 'index.js');
  if (!existsSync(entry)) throw new Error(`the build wrote no ${entry}`);
  const build = (await import(pathToFileURL(entry).href)) as WebBuild;
  const render = build.entry.module.createSite(build, 'production');
  const text: PageSource['text'] = async (pathname) => {
    const response = await render(new Request(new URL(pathname, site.origin)), site);
    if (response.status !== 200) throw new Error(`${pathname} answered ${response.status}`);
    return response.text();
  };
  return { text, paths: async () => pathsIn(await Promise.all(SITEMAPS.map(text))) };
}

/** URL paths of the parts of the sitemap, which list all pages. */
export const SITEMAPS: readonly string[] = ['pages', 'articles', 'formats', 'convert', 'tools'].map(
  (part) => `/sitemaps/${part}.xml`,
);

function pathsIn(sitemaps: readonly string[]): readonly string[] {
  return sitemaps.flatMap((sitemap) =>
    [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname),
  );
}

/** Path of the data of a page, which a link to it loads. */
export function dataPath(pathname: string): string {
  return pathname === '/' ? '/_.data' : `${pathname}.data`;
}

/** Page keys of the specification with the page they lead to, in all languages: `/real-converter` → `/converter`. */
export function keyPaths(paths: ReadonlySet<string>): ReadonlyMap<string, string> {
  const rows = BUILT_PAGES.flatMap(({ key, path: target }) =>
    key === undefined || target === `/${key}` ? [] : [[key, target] as const],
  );
  const all = LOCALES.flatMap((locale) =>
    rows.map(([key, target]) => [localePath(locale, `/${key}`), localePath(locale, target)] as const),
  );
  return new Map(all.filter(([key, target]) => paths.has(target) && !paths.has(key)));
}
