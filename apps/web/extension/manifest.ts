/** The manifests of the extension (Manifest V3). */

export const BROWSERS = ['chromium', 'firefox'] as const;
export type ExtensionBrowser = (typeof BROWSERS)[number];

/**
 * Identifies the extension in Firefox, which requires it. Updates and stored permissions belong to the id, so it never changes. It has the
 * form of an address, as Mozilla requires, and claims no domain.
 */
export const FIREFOX_ID = 'extension@bakkum';

/**
 * Allows no code from elsewhere and no framing. Connections are not limited by host, because files come from sites that are not known
 * in advance; browsers let the extension read only from sites the user allowed.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self' http: https: data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

type ManifestFacts = { readonly browser: ExtensionBrowser; readonly brand: string; readonly version: string };

/** Returns the manifest for a browser. Texts in `__MSG_…__` are in `_locales`. */
export function manifestOf({ browser, brand, version }: ManifestFacts): Readonly<Record<string, unknown>> {
  return {
    manifest_version: 3,
    name: brand,
    version,
    description: '__MSG_browserDescription__',
    default_locale: 'en',
    icons: { 48: 'icons/48.png', 128: 'icons/128.png', 192: 'icons/192.png' },
    action: { default_title: '__MSG_browserAction__', default_icon: { 16: 'icons/16.png', 32: 'icons/32.png' } },
    permissions: ['contextMenus', 'storage'],
    // Asked for one site at a time, when the user opens a file from it.
    optional_host_permissions: ['http://*/*', 'https://*/*'],
    content_security_policy: { extension_pages: POLICY },
    incognito: browser === 'chromium' ? 'split' : 'spanning',
    ...OF_BROWSER[browser],
  };
}

const OF_BROWSER: Readonly<Record<ExtensionBrowser, Readonly<Record<string, unknown>>>> = {
  chromium: { minimum_chrome_version: '122', background: { service_worker: 'background.js', type: 'module' } },
  firefox: {
    background: { scripts: ['background.js'], type: 'module' },
    browser_specific_settings: {
      gecko: { id: FIREFOX_ID, strict_min_version: '128.0', data_collection_permissions: { required: ['none'] } },
    },
  },
};
