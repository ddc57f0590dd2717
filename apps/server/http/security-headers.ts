import { createHash } from 'node:crypto';
import {
  contentSecurityPolicy,
  FRAME_POLICY,
  inlineScripts,
  LINK_WORKER,
  LINK_WORKER_POLICY,
  PAGE_HEADERS,
} from '@bakkum/site/security-policy';

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
  const isLinkWorker = LINK_WORKER.test(context.path ?? '');
  const policy = isLinkWorker ? LINK_WORKER_POLICY : `${contentSecurityPolicy(context)}; ${FRAME_POLICY}`;
  return { 'Content-Security-Policy': policy, ...PAGE_HEADERS };
}

/** Hashes of the inline scripts of a page. JSON data blocks are not executed and need none. */
export function inlineScriptHashes(html: string): readonly string[] {
  return inlineScripts(html).map((text) => `sha256-${createHash('sha256').update(text).digest('base64')}`);
}
