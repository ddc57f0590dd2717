import { assetUrl } from '../assets.node.gen.ts';
import type { EngineFiles } from '../engine-files.ts';

/** In this repository, npm has installed every file. The `bakkum` package replaces this module (apps/cli/package/bundle.ts). */
export const engineFiles: EngineFiles = {
  url(engine, asset) {
    const url = assetUrl(`${engine}/${asset}`);
    if (!url) throw new RangeError(`engine ${engine} declares no asset ${asset}`);
    return url;
  },
  ensure: async () => undefined,
};
