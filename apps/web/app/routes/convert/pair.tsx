import { localePath, splitLocale } from '@bakkum/i18n/locale';
import { isOffered, pairOfSlug, pairPath, popularPairs } from '@bakkum/registry/offered-pairs';
import { data, redirect } from 'react-router';
import { pageMessages } from '../../document/messages/page-messages.server.ts';
import { preloadedFonts } from '../../document/preloaded-fonts.server.ts';
import { siteContext } from '../../document/site-context.ts';
import { CONVERTER_MESSAGES } from '../../features/conversion/converter-messages.ts';
import { ConverterPanel } from '../../features/conversion/converter-panel.tsx';
import { FormatBadges } from '../../features/pairs/format-badges.tsx';
import { MissingPair } from '../../features/pairs/missing-pair.tsx';
import { missingView } from '../../features/pairs/missing-view.server.ts';
import { PairDetails } from '../../features/pairs/pair-details.tsx';
import { factsOf } from '../../features/pairs/pair-facts.server.ts';
import { pairPage } from '../../features/pairs/pair-view.server.ts';
import { sharePath } from '../../features/pairs/share-picture.server.ts';
import { structuredPair } from '../../features/pairs/structured.server.ts';
import type { PairView } from '../../features/pairs/view.ts';
import { MissingPage } from '../../missing/missing-page.tsx';
import { missingPage } from '../../missing/missing-view.server.ts';
import { knownPairs } from '../../pages/known-pages.server.ts';
import { Breadcrumb } from '../../shell/breadcrumb.tsx';
import type { Route } from './+types/pair';

export { pageMeta as meta } from '../../document/page-meta.ts';

/** Every supported pair has a page; search engines list only popular ones. */
export function loader({ url, params, context }: Route.LoaderArgs) {
  const { locale, path } = splitLocale(url.pathname);
  const pair = pairOfSlug(params.pair);
  if (!pair) return data(missingPage(url, 'conversion', knownPairs()), { status: 404 });
  const facts = isOffered(pair) ? factsOf(pair) : undefined;
  if (!facts) {
    const missing = missingView(pair, locale);
    return data({ title: missing.heading, description: missing.body, missing }, { status: 404 });
  }
  const address = pairPath(pair);
  // oxlint-disable-next-line only-throw-error -- how a loader of React Router answers
  if (path !== address) throw redirect(localePath(locale, address), 301);
  const page = pairPage(facts, locale);
  const listed = popularPairs().some(({ from, to }) => from === pair.from && to === pair.to);
  return {
    messages: pageMessages(locale, CONVERTER_MESSAGES),
    ...page,
    path: address,
    image: sharePath(address.slice('/convert/'.length), locale),
    listed,
    fonts: preloadedFonts(locale),
    structured: structuredPair(page, address, context.get(siteContext), locale),
  };
}

export default function PairPage({ loaderData }: Route.ComponentProps) {
  if ('notFound' in loaderData) return <MissingPage view={loaderData.notFound} />;
  if ('missing' in loaderData) return <MissingPair view={loaderData.missing} />;
  return <Pair view={loaderData.view} />;
}

function Pair({ view }: { readonly view: PairView }) {
  return (
    <>
      <div className="group/page work-width pt-6 pb-12 sm:pb-16">
        <Breadcrumb {...view.crumbs} />
        <div className="mt-6 group-has-[[data-bench]]/page:hidden">
          <FormatBadges from={view.from.name} to={view.to.name} size="lg" />
        </div>
        <h1 className="mt-4 font-bold text-3xl group-has-[[data-bench]]/page:mt-3 group-has-[[data-bench]]/page:text-xl">
          {view.heading}
        </h1>
        <p className="mt-3 max-w-read text-ink-soft group-has-[[data-bench]]/page:hidden">{view.lead}</p>
        <ul className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-ink-soft text-sm group-has-[[data-bench]]/page:hidden">
          {view.chips.map((chip) => (
            <li key={chip}>{chip}</li>
          ))}
        </ul>
        <div className="mt-7 group-has-[[data-bench]]/page:mt-3">
          <ConverterPanel wanted={view.to.id} heading={view.dropHint} />
        </div>
        {view.notice ? <p className="mt-3 max-w-read text-ink-soft text-sm">{view.notice}</p> : undefined}
      </div>
      <PairDetails view={view} />
    </>
  );
}
