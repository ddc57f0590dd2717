import { z } from 'zod';
import type { RenderPage } from '../pages.ts';

/** The server entry of the website's build, which creates the render function. */
const webBuild = z.object({
  entry: z.object({ module: z.object({ createSite: z.custom<CreateSite>((value) => typeof value === 'function') }) }),
});
type CreateSite = (build: unknown, mode: Mode) => RenderPage;
type Mode = 'production' | 'development';

/** Creates the render function of a website build. `load` is called on every request, so that development builds can change. */
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

/** Paths of the scripts that the build's pages load first. */
export function pageScripts(build: unknown): ReadonlySet<string> {
  const { url, entry, routes } = builtAssets.parse(build).assets;
  return new Set([url, ...[entry, ...Object.values(routes)].flatMap(({ module, imports }) => [module, ...imports])]);
}
