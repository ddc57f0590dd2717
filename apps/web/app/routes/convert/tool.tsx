import { localePath, splitLocale } from '@bakkum/i18n/locale';
import { toolOfSlug, toolPath } from '@bakkum/registry/tools';
import { useMemo } from 'react';
import { data, redirect } from 'react-router';
import { pageMessages } from '../../document/messages/page-messages.server.ts';
import { preloadedFonts } from '../../document/preloaded-fonts.server.ts';
import { siteContext } from '../../document/site-context.ts';
import { CONVERTER_MESSAGES } from '../../features/conversion/converter-messages.ts';
import { ConverterPanel } from '../../features/conversion/converter-panel.tsx';
import { type ConverterPreset, USUAL_PRESET } from '../../features/conversion/converter-preset.ts';
import { toolSharePath } from '../../features/tools/share-picture.server.ts';
import { ToolDetails } from '../../features/tools/tool-details.tsx';
import { structuredTool, type ToolView, toolPage } from '../../features/tools/tool-view.server.ts';
import { MissingPage } from '../../missing/missing-page.tsx';
import { missingPage } from '../../missing/missing-view.server.ts';
import { knownTools } from '../../pages/known-pages.server.ts';
import { Breadcrumb } from '../../shell/breadcrumb.tsx';
import type { Route } from './+types/tool';

export { pageMeta as meta } from '../../document/page-meta.ts';

/** The page of a tool: the converter with the target and the options of the tool. */
export function loader({ url, params, context }: Route.LoaderArgs) {
  const { locale, path } = splitLocale(url.pathname);
  const tool = toolOfSlug(params.tool.toLowerCase());
  if (!tool) return data(missingPage(url, 'conversion', knownTools(locale)), { status: 404 });
  const address = toolPath(tool);
  // oxlint-disable-next-line only-throw-error -- how a loader of React Router answers
  if (path !== address) throw redirect(localePath(locale, address), 301);
  const page = toolPage(tool, locale);
  return {
    messages: pageMessages(locale, tool.operation ? [...CONVERTER_MESSAGES, tool.operation] : CONVERTER_MESSAGES),
    ...page,
    path: address,
    image: toolSharePath(tool.slug, locale),
    fonts: preloadedFonts(locale),
    structured: structuredTool(page, address, context.get(siteContext), locale),
  };
}

export default function ToolRoute({ loaderData }: Route.ComponentProps) {
  if ('notFound' in loaderData) return <MissingPage view={loaderData.notFound} />;
  return <Tool key={loaderData.path} view={loaderData.view} />;
}

function Tool({ view }: { readonly view: ToolView }) {
  const { to, options, values, combines, operation } = view;
  const preset = useMemo(
    (): ConverterPreset => ({ ...USUAL_PRESET, tool: { options, values, combines, ...(operation && { operation }) } }),
    [options, values, combines, operation],
  );
  return (
    <>
      <div className="group/page work-width pt-6 pb-12 sm:pb-16">
        <Breadcrumb {...view.crumbs} />
        <h1 className="mt-6 font-bold text-3xl group-has-[[data-bench]]/page:mt-3 group-has-[[data-bench]]/page:text-xl">
          {view.heading}
        </h1>
        <p className="mt-3 max-w-read text-ink-soft group-has-[[data-bench]]/page:hidden">{view.lead}</p>
        <div className="mt-7 group-has-[[data-bench]]/page:mt-3">
          <ConverterPanel preset={preset} wanted={to} heading={view.dropHint} />
        </div>
      </div>
      <ToolDetails view={view} />
    </>
  );
}
