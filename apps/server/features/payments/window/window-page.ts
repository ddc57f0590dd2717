import { createHash } from 'node:crypto';
import { wordsOf } from '@bakkum/i18n/catalogue';
import { type Locale, localePath } from '@bakkum/i18n/locale';
import { escapeHtml } from '@bakkum/markup/escape';
import type { PaymentWindow } from '@bakkum/payment/provider';
import { WINDOW_SCRIPT } from './window-script.ts';

/** Path on the site that leads the buyer of a payment to its payment window. */
export function windowEntryPath(paymentId: string): string {
  return `/api/payments/${paymentId}/window`;
}

/** Path of the page that opens a payment window, in its own origin. */
export const WINDOW_PATH = '/payment-window';

/** Contents of the page. */
export type WindowPage = {
  readonly locale: Locale;
  readonly brand: string;
  /** Product and duration. */
  readonly description: string;
  /** Formatted amount. */
  readonly amount: string;
  readonly window: PaymentWindow;
  /** Where the buyer returns after paying, and without paying. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
  /** Whether the fake service is used, which takes no money. */
  readonly test: boolean;
};

/** Renders the page. It loads nothing of the site, which has another origin. */
export function windowPage(page: WindowPage): string {
  const { locale, brand, description, amount, window, returnUrl, cancelUrl, test } = page;
  const t = wordsOf(locale, 'paymentWindow');
  const data = {
    requests: Object.fromEntries(window.means.map(({ means, request }) => [means, request])),
    words: { opening: t('opening'), failed: t('failed'), blocked: t('blocked') },
    returnUrl,
  };
  const buttons = window.means.map(({ means }) => `<button type="button" data-means="${means}">${escapeHtml(t(means))}</button>`);
  const body = `<p class="brand">${escapeHtml(brand)}</p>
<h1>${escapeHtml(t('heading'))}</h1>
${test ? `<p class="test" role="note">${escapeHtml(t('test'))}</p>` : ''}
<section aria-label="${escapeHtml(t('order'))}"><p>${escapeHtml(description)}</p><p class="sum">${escapeHtml(amount)}</p></section>
<div class="means">${buttons.join('\n')}</div>
<p id="status" role="status"></p>
<noscript><p>${escapeHtml(t('noScript'))}</p></noscript>
<p class="note">${escapeHtml(t('note'))}</p>
<p><a href="${escapeHtml(cancelUrl)}">${escapeHtml(t('back'))}</a></p>`;
  const scripts = `<script type="application/json" id="payment">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
<script src="${escapeHtml(window.script)}"></script>
<script>${WINDOW_SCRIPT}</script>`;
  return documentOf(page, body, scripts);
}

function documentOf({ locale, brand }: Pick<WindowPage, 'locale' | 'brand'>, body: string, scripts = ''): string {
  const title = `${wordsOf(locale, 'paymentWindow')('title')} - ${brand}`;
  return `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><style>${STYLES}</style></head>
<body><main>
${body}
</main>
${scripts}
</body>
</html>
`;
}

type AbsentPage = Pick<WindowPage, 'locale' | 'brand'> & {
  /** Origin of the site. */
  readonly site: string;
  readonly isSignedOut: boolean;
};

/** Renders a page that explains why there is no payment window, with a link to the next step. */
export function absentPage({ locale, brand, site, isSignedOut }: AbsentPage): string {
  const t = wordsOf(locale, 'paymentWindow');
  const [text, label, path] = isSignedOut ? [t('signedOut'), t('signIn'), '/sign-in'] : [t('notFound'), t('toPlans'), '/pricing'];
  const body = `<p class="brand">${escapeHtml(brand)}</p>
<h1>${escapeHtml(text)}</h1>
<p><a href="${escapeHtml(site + localePath(locale, path))}">${escapeHtml(label)}</a></p>`;
  return documentOf({ locale, brand }, body);
}

/** Headers of a page without a window. */
export const ABSENT_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'strict-origin',
} as const;

const STYLES = `:root{color-scheme:light dark;word-break:keep-all;font:16px/1.6 system-ui,'Apple SD Gothic Neo','Malgun Gothic',sans-serif}
body{margin:0;background:Canvas;color:CanvasText}
main{box-sizing:border-box;max-width:30rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
h1{font-size:1.5rem;margin:.25rem 0 1.5rem}
.brand{font-weight:700;margin:0}
.test{background:#7a4b00;color:#fff;border-radius:.75rem;padding:.75rem 1rem;font-weight:600}
section{border:1px solid color-mix(in srgb,CanvasText 18%,Canvas);border-radius:.75rem;padding:1rem 1.25rem}
section p{margin:0}
.sum{font-size:1.75rem;font-weight:700}
.means{display:grid;gap:.75rem;margin:1.5rem 0 .5rem}
button{font:inherit;font-weight:600;min-height:3.25rem;border-radius:.75rem;border:1px solid #17634d;background:#17634d;color:#fff;cursor:pointer}
button:disabled{opacity:.6;cursor:default}
main>div button+button{background:transparent;color:inherit}
.note{font-size:.875rem}
a{color:inherit}
#status:empty{margin:0}
dialog{font:inherit;max-width:24rem;border:1px solid GrayText;border-radius:.75rem}
dialog button{display:block;width:100%;margin-top:.5rem}
`;

const OUR_SCRIPT = `'sha256-${createHash('sha256').update(WINDOW_SCRIPT).digest('base64')}'`;

/**
 * Headers of the page, which replace those of other pages. Only this page runs scripts from other origins. They can send requests to
 * the payment service but not to this server. The page is not isolated, because the frames and pop-ups of gateways do not support it.
 * Its address contains a token, so other sites learn the origin only.
 */
export function windowHeaders({ script, sources }: PaymentWindow): Readonly<Record<string, string>> {
  const isOwn = script.startsWith('/');
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'none'"],
    'script-src': [isOwn ? "'self'" : new URL(script).origin, ...sources.scripts, OUR_SCRIPT],
    'style-src': ["'unsafe-inline'", ...sources.scripts],
    'connect-src': sources.requests,
    'frame-src': sources.frames,
    'worker-src': ["'none'"],
    // A form could post to the site, with the session of the buyer.
    'form-action': sources.requests,
    'img-src': ['data:', ...sources.frames],
    'font-src': sources.frames,
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
  const policy = Object.entries(directives).map(
    ([name, values]) => `${name} ${[...new Set(values.length > 0 ? values : ["'none'"])].join(' ')}`,
  );
  return {
    'Content-Security-Policy': policy.join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Cross-Origin-Embedder-Policy': 'unsafe-none',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), usb=()',
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'strict-origin',
  };
}
