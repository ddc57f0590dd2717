import { staticCopy } from './static-copy.ts';

/**
 * All pages of the product. Once `built` is true, a row becomes a route, a sitemap entry and an accepted page key; until then its
 * path and key respond like unknown ones, and nothing links to it.
 */
export type Page = {
  readonly id: string;
  /** Path in the default language. */
  readonly path: string;
  /** Page key of the specification, accepted as `/?page=key` and as `/key`. */
  readonly key?: string;
  readonly built: boolean;
  /** Whether every visitor gets the same bytes: rendered once and cached. */
  readonly fixed: boolean;
  /** Query parameters that change the rendered page. All others are ignored. */
  readonly parameters?: readonly string[];
  /** Private and technical pages are excluded from the sitemap and search engines. */
  readonly listed: boolean;
  /** Rendered by the route of all pairs; the row only defines its key. */
  readonly pair?: true;
};

const page = <const Id extends string>(id: Id, path: string, details: Partial<Omit<Page, 'id' | 'path'>> = {}) => ({
  id,
  path,
  built: false,
  fixed: true,
  listed: true,
  ...details,
});

export const PAGES = [
  page('home', '/', { key: 'home', built: true }),
  page('converter', '/converter', { key: 'real-converter', built: true }),
  page('offline', '/offline', { built: true }),
  page('licenses', '/licenses', { built: true }),
  page('quick', '/home1', { key: 'home1', built: true }),
  page('batch', '/home2', {
    key: 'home2',
    built: true,
    parameters: ['outputFormat', 'quality', 'compression', 'naming', 'text'],
  }),
  page('cloud', '/home3', { key: 'home3', built: true }),
  page('generator', '/ai-generator', { key: 'ai-generator', built: true }),
  page('formats', '/formats', { key: 'formats', built: true }),
  page('faq', '/faq', { key: 'faq', built: true }),
  page('contact', '/contact', { key: 'contact', built: true }),
  page('pdf-to-docx', '/convert/pdf-to-docx', { key: 'pdf-to-docx', built: true, pair: true }),
  page('jpg-to-png', '/convert/jpg-to-png', { key: 'jpg-to-png', built: true, pair: true }),
  page('mp4-to-avi', '/convert/mp4-to-avi', { key: 'mp4-to-avi', built: true, pair: true }),
  page('docx-to-pdf', '/convert/docx-to-pdf', { key: 'docx-to-pdf', built: true, pair: true }),
  page('png-to-jpg', '/convert/png-to-jpg', { key: 'png-to-jpg', built: true, pair: true }),
  page('wav-to-mp3', '/convert/wav-to-mp3', { key: 'wav-to-mp3', built: true, pair: true }),
  page('resources', '/resources', { built: true }),
  page('file-types-guide', '/resources/file-types', { key: 'file-types-guide', built: true }),
  page('conversion-tips', '/resources/tips', { key: 'conversion-tips', built: true }),
  page('api-docs', '/resources/api', { key: 'api-docs', built: true }),
  page('tutorials', '/resources/tutorials', { key: 'tutorials', built: true }),
  page('help-center', '/resources/help', { key: 'help-center', built: true }),
  page('status', '/status', { key: 'status', built: true, fixed: false }),
  page('how-it-works', '/how-it-works', { built: true }),
  page('privacy', '/privacy', { key: 'privacy', built: true }),
  page('terms', '/terms', { built: true }),
  page('refunds', '/refunds', { built: true }),
  page('subscription', '/pricing', { key: 'subscription', built: true }),
  page('payment', '/payment', { built: true, listed: false }),
  page('sign-in', '/sign-in', { built: true, listed: false }),
  page('forgot-password', '/forgot-password', { built: true, listed: false }),
  page('reset-password', '/reset-password', { built: true, listed: false }),
  page('verify-email', '/verify-email', { built: true, listed: false }),
  page('change-email', '/change-email', { built: true, listed: false }),
  page('account', '/account', { built: true, listed: false }),
  page('credits', '/account/credits', { built: true, listed: false }),
  page('receipt', '/account/receipt', { built: true, listed: false }),
  page('mailbox', '/demo/mail', { built: true, listed: false }),
  page('api-keys', '/account/api-keys', { built: true, listed: false }),
  page('webhooks', '/account/webhooks', { built: true, listed: false }),
] as const satisfies readonly Page[];

export type PageId = (typeof PAGES)[number]['id'];

/**
 * Pages that show data of a server, or texts about its operator. A static copy does not have them; builds for a server leave the list
 * out, because every first visit would load it.
 */
const SERVER_PAGES: ReadonlySet<PageId> | undefined = staticCopy
  ? new Set<PageId>([
      'cloud',
      'generator',
      'contact',
      'api-docs',
      'status',
      'privacy',
      'terms',
      'refunds',
      'subscription',
      'payment',
      'sign-in',
      'forgot-password',
      'reset-password',
      'verify-email',
      'change-email',
      'account',
      'credits',
      'receipt',
      'mailbox',
      'api-keys',
      'webhooks',
    ])
  : undefined;

export const BUILT_PAGES: readonly (Page & { readonly id: PageId })[] = PAGES.filter(
  (row: Page & { readonly id: PageId }) => row.built && !SERVER_PAGES?.has(row.id),
);

/** Finds the built page at a path of the default language. */
export function pageAt(path: string): (Page & { readonly id: PageId }) | undefined {
  return BUILT_PAGES.find((row) => row.path === path);
}

/** Finds the built page with a page key. */
export function pageOfKey(key: string): (Page & { readonly id: PageId }) | undefined {
  return BUILT_PAGES.find((row) => row.key === key);
}

export function pathOf(id: PageId): string {
  const row = PAGES.find((candidate) => candidate.id === id);
  if (!row) throw new RangeError(`no page ${id}`);
  return row.path;
}

export function isBuilt(id: PageId): boolean {
  return BUILT_PAGES.some((row) => row.id === id);
}

/** Whether a link to the page leads anywhere: to the page, or from a static copy to the installation it names. */
export function isReachable(id: PageId): boolean {
  return staticCopy?.site === undefined ? isBuilt(id) : PAGES.some((row: Page) => row.id === id && row.built);
}

/**
 * Returns where a link to a path of the default language leads. `site` is the address of another installation that has the page;
 * undefined when no page is there.
 */
export function linkOf(path: string): { readonly site?: string } | undefined {
  if (!staticCopy) return {};
  const [pathname = path] = path.split(/[?#]/, 1);
  const row = PAGES.find((candidate) => candidate.path === pathname);
  if (!row || isBuilt(row.id)) return {};
  return staticCopy.site === undefined ? undefined : { site: staticCopy.site };
}
