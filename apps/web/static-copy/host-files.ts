/** Files that tell hosts how to serve a copy. Hosts that do not know them serve them like any other file. */
import { contentSecurityPolicy, FRAME_POLICY, LINK_WORKER_POLICY, PAGE_HEADERS } from '@bakkum/site/security-policy';

/** A year, for files with a hash of their content in their name. */
const FOREVER = 'public, max-age=31536000, immutable';

/** Files by their path in the copy. */
export function hostFiles(): ReadonlyMap<string, string> {
  // GitHub Pages otherwise leaves out files that begin with an underscore, such as the data of the home page.
  return new Map([
    ['_headers', headersFile()],
    ['.nojekyll', ''],
  ]);
}

/**
 * Headers for Cloudflare Pages. The policy of a page is inside it; workers get theirs from here. A rule adds to what
 * earlier ones set, so a rule removes a header before it sets another value.
 */
function headersFile(): string {
  const rules: readonly (readonly [path: string, headers: readonly string[]])[] = [
    ['/*', [...Object.entries(PAGE_HEADERS).map(headerLine), headerLine(['Content-Security-Policy', FRAME_POLICY])]],
    ['/assets/*', replaced('Cache-Control', FOREVER)],
    ['/assets/*.js', replaced('Content-Security-Policy', contentSecurityPolicy())],
    ['/assets/link-worker-*', replaced('Content-Security-Policy', LINK_WORKER_POLICY)],
  ];
  return rules.map(([path, lines]) => `${path}\n${lines.map((line) => `  ${line}\n`).join('')}`).join('');
}

function headerLine([name, value]: readonly [string, string]): string {
  return `${name}: ${value}`;
}

function replaced(name: string, value: string): readonly string[] {
  return [`! ${name}`, headerLine([name, value])];
}
