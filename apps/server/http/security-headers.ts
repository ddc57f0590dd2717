import { createHash } from 'node:crypto';

/** What differs between responses. */
export type SecurityContext = {
  /** `sha256-…` of the inline scripts of this page. */
  readonly scriptHashes?: readonly string[];
  /** Vite's hot reload puts styles into the page and speaks over a socket. */
  readonly hotReload?: boolean;
  /** Path asked for; the worker that fetches links may reach other origins, and nothing else may. */
  readonly path?: string;
  /** A piece that pages are put together from, which no browser opens as a page or a worker. */
  readonly isPart?: boolean;
};

/** As the build names it (apps/web/app/features/conversion/link-worker.ts). */
const LINK_WORKER = /^\/assets\/link-worker-[\w-]+\.js$/;
const LINK_WORKER_POLICY = "default-src 'none'; script-src 'self'; connect-src https:";

/**
 * Styles that React Aria puts into the page itself, by hash: how pressable elements take touches, and what keeps a page from
 * scrolling under a dialog. The test beside this file computes them from the installed package.
 */
export const REACT_ARIA_STYLES: readonly string[] = [
  'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o=',
  'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg=',
];

/**
 * The security headers of every response, pages and workers alike. Nothing loads from, or is sent to, another
 * origin, but for the worker that fetches the address a person gives. Every page is cross-origin isolated, so that moving between pages keeps the threads of the engines.
 */
export function securityHeaders(context: SecurityContext = {}): Readonly<Record<string, string>> {
  // Policies are read before pages and workers alone: a kilobyte that a first visit would load twenty times.
  if (context.isPart) return { 'Cross-Origin-Resource-Policy': 'same-origin', 'X-Content-Type-Options': 'nosniff' };
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

/** Hashes of the scripts a browser would run from the page's own text. Data blocks (JSON) are not run and need none. */
export function inlineScriptHashes(html: string): readonly string[] {
  const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g)];
  const run = scripts.filter(([, attributes = '']) => !/type="application\/(ld\+)?json"/.test(attributes));
  return [...new Set(run.map(([, , text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`))];
}
