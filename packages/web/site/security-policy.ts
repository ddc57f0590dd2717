/** Security headers of the website, wherever it is served: by our server, by a file server, or by the service worker of a static copy. */

/** As the build names it (apps/web/app/features/conversion/add/link-worker.ts). */
export const LINK_WORKER = /^\/assets\/link-worker-[\w-]+\.js$/;
/** Only this worker may reach other origins: it fetches links that a visitor enters. */
export const LINK_WORKER_POLICY = "default-src 'none'; script-src 'self'; connect-src https:";

/**
 * Hashes of the styles that React Aria adds to the page, for touch handling and for locking scroll under dialogs. A test of the
 * server computes them from the installed package.
 */
export const REACT_ARIA_STYLES: readonly string[] = [
  'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o=',
  'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg=',
];

/** Isolates pages and workers from other origins, so that engines may share memory between threads. */
export const ISOLATION_HEADERS: Readonly<Record<string, string>> = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  ...ISOLATION_HEADERS,
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** Forbids other sites to frame a page. Browsers ignore it inside the page. */
export const FRAME_POLICY = "frame-ancestors 'none'";

type PolicyOptions = {
  /** `sha256-…` of the inline scripts of the page. */
  readonly scriptHashes?: readonly string[];
  /** Vite's hot reload adds styles to the page and uses a WebSocket. */
  readonly hotReload?: boolean;
};

/** The policy of a page or worker, without `frame-ancestors`: nothing is loaded from or sent to other origins. */
export function contentSecurityPolicy({ scriptHashes = [], hotReload = false }: PolicyOptions = {}): string {
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
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** Texts of the scripts inside a page. JSON data blocks are not executed and need no hash. */
export function inlineScripts(html: string): readonly string[] {
  const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g)];
  const run = scripts.filter(([, attributes = '']) => !/type="application\/(ld\+)?json"/.test(attributes));
  return [...new Set(run.map(([, , text = '']) => text))];
}
