import { type Locale, splitLocale } from '@bakkum/i18n/locale';
import { type PageMessages, WordsProvider } from '@bakkum/i18n/react';
import { lazy, type ReactNode, Suspense, use, useEffect } from 'react';
import {
  Links,
  type LinksFunction,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteLoaderData,
} from 'react-router';
import hangulFont from '../.generated/interface-hangul.woff2?url';
import latinFont from '../.generated/interface-latin.woff2?url';
import type { Route } from './+types/root';
import stylesheet from './app.css?url';
import { BEFORE_HYDRATION_SCRIPT } from './document/before-hydration.ts';
import { COPY_SCRIPT } from './document/copy-script.ts';
import { copyMessages } from './document/messages/copy-messages.ts';
import { mergeMessages } from './document/messages/merge-messages.ts';
import { pageMessages } from './document/messages/page-messages.server.ts';
import { popularLinks } from './document/popular-links.server.ts';
import { siteContext } from './document/site-context.ts';
import { THEME_SCRIPT } from './document/theme-script.ts';
import { useVisit } from './document/use-visit.ts';
import { keepForOffline } from './service-worker/register.ts';
import { ErrorPage } from './shell/error-page.tsx';
import { Footer } from './shell/footer.tsx';
import { Header } from './shell/header.tsx';
import { SignInHost } from './shell/sign-in-host.tsx';
import { SkipLink } from './shell/skip-link.tsx';
import { WorkTray } from './shell/work-tray.tsx';
import { checkConnection, offline } from './state/network.ts';
import { useStore } from './state/use-store.ts';

export function loader({ url, context }: Route.LoaderArgs) {
  const { locale } = splitLocale(url.pathname);
  const known = context.get(siteContext);
  const site = known.unaddressed ? { ...known, origin: '' } : known;
  const messages = pageMessages(locale, ['shell']);
  return { locale, site, messages, year: new Date().getUTCFullYear(), popular: popularLinks() };
}

export const links: LinksFunction = () => [
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
];

/** Fonts of the first view. The rest of the typeface loads when a text needs it. */
function fontsOf(locale: Locale | undefined): readonly string[] {
  return locale === 'ko' ? [latinFont, hangulFont] : [latinFont];
}

/** Replaced by the build, so that this first script contains the code for static copies only in a static copy. */
declare const STATIC_COPY: object | undefined;

const USUAL_SCRIPTS = `${THEME_SCRIPT};${BEFORE_HYDRATION_SCRIPT}`;
const INLINE_SCRIPTS = typeof STATIC_COPY === 'undefined' ? USUAL_SCRIPTS : `${USUAL_SCRIPTS};${COPY_SCRIPT}`;

export function Layout({ children }: { readonly children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root');
  // Effects of children have run by now, so the page is interactive. Tests wait for this attribute.
  useEffect(() => {
    document.documentElement.dataset['hydrated'] = 'true';
  }, []);
  return (
    // The theme script may set an attribute before hydration.
    <html lang={data?.locale ?? 'en'} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf7" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#101412" />
        {/* oxlint-disable-next-line react/no-danger -- constants of this project */}
        <script dangerouslySetInnerHTML={{ __html: INLINE_SCRIPTS }} />
        {/* The precedence puts it before all preloads, because nothing renders without it. */}
        <link rel="stylesheet" href={stylesheet} precedence="default" />
        <Meta />
        {fontsOf(data?.locale).map((font) => (
          <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="anonymous" />
        ))}
        <Links />
      </head>
      <body className="flex min-h-dvh flex-col">
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/** Loaded only if the operator has configured an analytics service. */
const ShareQuestion = lazy(async () => ({ default: (await import('./visits/share-question.tsx')).ShareQuestion }));

export default function App({ loaderData }: Route.ComponentProps) {
  const { sharedVisits } = loaderData.site;
  const messages = useAllMessages(loaderData.locale);
  useEffect(() => keepForOffline(loaderData.locale, fontsOf(loaderData.locale)), [loaderData.locale]);
  useVisit(useLocation().pathname);
  return (
    <WordsProvider locale={loaderData.locale} messages={messages}>
      <SkipLink />
      <Header brand={loaderData.site.brand} />
      <main id="content" tabIndex={-1} className="grow outline-none">
        <Outlet />
      </main>
      <WorkTray />
      <SignInHost />
      {sharedVisits ? (
        <Suspense>
          <ShareQuestion host={sharedVisits} />
        </Suspense>
      ) : undefined}
      <Footer brand={loaderData.site.brand} year={loaderData.year} popular={loaderData.popular} />
    </WordsProvider>
  );
}

function useAllMessages(locale: Locale): PageMessages {
  const matches = useMatches();
  return typeof STATIC_COPY === 'undefined' ? mergeMessages(matches) : use(copyMessages(locale));
}

/**
 * Offline, a navigation to a page that is not stored fails without the data of this route, and so without words. Loading the
 * address as a document shows the page of the service worker.
 */
function LoadWhole(): ReactNode {
  const isOffline = useStore(offline);
  useEffect(() => void checkConnection(), []);
  useEffect(() => {
    if (isOffline) location.reload();
  }, [isOffline]);
  return undefined;
}

/** Shown after an unexpected error. Unknown addresses have their own page. */
export function ErrorBoundary() {
  const data = useRouteLoaderData<typeof loader>('root');
  return data ? <ErrorView locale={data.locale} /> : <LoadWhole />;
}

function ErrorView({ locale }: { readonly locale: Locale }): ReactNode {
  return (
    <WordsProvider locale={locale} messages={useAllMessages(locale)}>
      <ErrorPage />
    </WordsProvider>
  );
}
