import { fileURLToPath } from 'node:url';
import { ASSET_URLS as PATHNAMES } from '@bakkum/registry/assets.browser.gen';
import { ASSET_URLS as FILES } from '@bakkum/registry/assets.node.gen';

/** Files of the engines (WebAssembly, fonts, data) by URL path. They are served from the packages that npm installed. */
export function engineAssets(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(PATHNAMES).map(([asset, pathname]) => {
      const file = FILES[asset];
      if (!file) throw new Error(`the generated registry lists no file for ${asset}: run npm run gen`);
      return [pathname, fileURLToPath(file)];
    }),
  );
}
