import { z } from 'zod';
import type { RenderPage } from './pages.ts';

/** The part of the website's build that is ours: its server entry makes a function of the build. */
const webBuild = z.object({
  entry: z.object({ module: z.object({ createSite: z.custom<CreateSite>((value) => typeof value === 'function') }) }),
});
type CreateSite = (build: unknown, mode: Mode) => RenderPage;
type Mode = 'production' | 'development';

/** Turns the website's build into a function that renders its pages. `load` is called for every request while developing. */
export function rendererOf(load: () => Promise<unknown>, mode: Mode): RenderPage {
  let known: unknown;
  let site: RenderPage | undefined;
  return async (request, settings, live) => {
    const build = await load();
    if (!site || known !== build) site = webBuild.parse(build).entry.module.createSite(build, mode);
    known = build;
    return site(request, settings, live);
  };
}

const entryAssets = z.object({ module: z.string(), imports: z.array(z.string()).default([]) });
const builtAssets = z.object({
  assets: z.object({
    url: z.string(),
    entry: entryAssets,
    routes: z.record(z.string(), entryAssets),
  }),
});

/** Paths of the scripts that the build's pages begin with. */
export function pageScripts(build: unknown): ReadonlySet<string> {
  const { url, entry, routes } = builtAssets.parse(build).assets;
  return new Set([url, ...[entry, ...Object.values(routes)].flatMap(({ module, imports }) => [module, ...imports])]);
}
