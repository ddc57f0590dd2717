import { createHash } from 'node:crypto';

/** Properties of a response that change its headers. */
export type SecurityContext = {
  /** `sha256-…` of the inline scripts of this page. */
  readonly scriptHashes?: readonly string[];
  /** Vite's hot reload adds styles to the page and uses a WebSocket. */
  readonly hotReload?: boolean;
  /** Request path. Only the worker that fetches links may reach other origins. */
  readonly path?: string;
  /** Whether this is a script, style or font of a page, which browsers never open as a page or worker. */
  readonly isPart?: boolean;
  /** Whether visitors reach the site over https. */
  readonly isSecure?: boolean;
};

/** As the build names it (apps/web/app/features/conversion/add/link-worker.ts). */
const LINK_WORKER = /^\/assets\/link-worker-[\w-]+\.js$/;
const LINK_WORKER_POLICY = "default-src 'none'; script-src 'self'; connect-src https:";

/**
 * Hashes of the styles that React Aria adds to the page, for touch handling and for locking scroll under dialogs. The test next
 * to this file computes them from the installed package.
 */
export const REACT_ARIA_STYLES: readonly string[] = [
  'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o=',
  'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg=',
];

/** Browsers use https for a year, also where a link says http. Other sites of the domain are not ours to decide about. */
const TRANSPORT_SECURITY = { 'Strict-Transport-Security': 'max-age=31536000' };

/**
 * Security headers of every response. Nothing is loaded from or sent to other origins, except by the worker that fetches links a
 * visitor enters. Every page is cross-origin isolated, so that engine threads survive navigation.
 */
export function securityHeaders(context: SecurityContext = {}): Readonly<Record<string, string>> {
  return { ...headersOf(context), ...(context.isSecure && TRANSPORT_SECURITY) };
}

/** Headers of responses that no middleware completes. */
export const REFUSAL_HEADERS: Readonly<Record<string, string>> = {
  ...securityHeaders(),
  'Cache-Control': 'no-store',
  Connection: 'close',
};

function headersOf(context: SecurityContext): Readonly<Record<string, string>> {
  // Browsers apply policies to pages and workers only. Omitting them elsewhere saves about 20 KB on a first visit. Opened in a frame or
  // window, a part would be a page of this site without a policy, through which scripts of the payment window could send requests.
  if (context.isPart) {
    return {
      'Content-Security-Policy': 'sandbox',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    };
  }
  return {
    'Content-Security-Policy': LINK_WORKER.test(context.path ?? '') ? LINK_WORKER_POLICY : contentSecurityPolicy(context),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  };
}

function contentSecurityPolicy({ scriptHashes = [], hotReload = false }: SecurityContext): string {
  const hashes = scriptHashes.map((hash) => `'${hash}'`);
  const styles = hotReload ? ["'unsafe-inline'"] : REACT_ARIA_STYLES.map((hash) => `'${hash}'`);
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'", ...hashes],
    'style-src': ["'self'", ...styles],
    'connect-src': ["'self'", ...(hotReload ? ['ws:'] : [])],
    'img-src': ["'self'", 'blob:', 'data:'],
    'media-src': ["'self'", 'blob:'],
    'font-src': ["'self'"],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** Hashes of the inline scripts of a page. JSON data blocks are not executed and need none. */
export function inlineScriptHashes(html: string): readonly string[] {
  const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g)];
  const run = scripts.filter(([, attributes = '']) => !/type="application\/(ld\+)?json"/.test(attributes));
  return [...new Set(run.map(([, , text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`))];
}
