import { fileURLToPath } from 'node:url';
import { ASSET_PATHNAMES } from '../asset-pathnames.gen.ts';
import { assetUrl } from '../assets.node.gen.ts';

/** Engine files (WebAssembly, fonts, data) by URL path, served from the installed npm packages. */
export function engineAssets(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(ASSET_PATHNAMES).map(([asset, pathname]) => {
      const file = assetUrl(asset);
      if (!file) throw new Error(`the generated registry lists no file for ${asset}: run npm run gen`);
      return [pathname, fileURLToPath(file)];
    }),
  );
}
