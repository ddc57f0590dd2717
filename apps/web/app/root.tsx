import { messagesOf } from '@bakkum/i18n/catalogue';
import { WordsProvider } from '@bakkum/i18n/react';
import type { ReactNode } from 'react';
import { type LinksFunction, Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches, useRouteLoaderData } from 'react-router';
import type { Route } from './+types/root';
import stylesheet from './app.css?url';
import { mergeMessages } from './document/merge-messages.ts';
import { localeOf } from './document/page-data.server.ts';
import { siteContext } from './document/site-context.ts';
import { THEME_SCRIPT } from './document/theme.ts';
import { Footer } from './shell/footer.tsx';
import { Header } from './shell/header.tsx';
import { SkipLink } from './shell/skip-link.tsx';

export function loader({ request, context }: Route.LoaderArgs) {
  const { locale } = localeOf(request);
  return { locale, site: context.get(siteContext), messages: messagesOf(locale, ['shell']), year: new Date().getUTCFullYear() };
}

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
];

export function Layout({ children }: { readonly children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root');
  return (
    // The theme script may set an attribute before React arrives.
    <html lang={data?.locale ?? 'en'} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf7" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#101412" />
        {/* oxlint-disable-next-line react/no-danger -- a constant of ours */}
        <script dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
        <Meta />
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

export default function App({ loaderData }: Route.ComponentProps) {
  const messages = mergeMessages(useMatches());
  return (
    <WordsProvider locale={loaderData.locale} messages={messages}>
      <SkipLink />
      <Header brand={loaderData.site.brand} />
      <main id="content" tabIndex={-1} className="grow outline-none">
        <Outlet />
      </main>
      <Footer brand={loaderData.site.brand} year={loaderData.year} />
    </WordsProvider>
  );
}
