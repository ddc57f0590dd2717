import { statSync } from 'node:fs';
import { ASSET_PATHNAMES } from '@bakkum/registry/asset-pathnames.gen';
import { MANIFESTS } from '@bakkum/registry/manifests.gen';
import { engineAssets } from '@bakkum/registry/node/engine-assets.node';

/** Engines with a larger file are left out of a small copy: office, Pandoc, FFmpeg, Typst, ImageMagick, MIDI. */
const MAX_CORE_FILE_BYTES = 12_000_000;

/** An engine file: its URL path in the website, and where it is stored. */
export type EngineFile = { readonly pathname: string; readonly file: string };

/** Larger fonts are left out of a small copy: Chinese and Japanese. */
const MAX_CORE_FONT_BYTES = 5_000_000;

/** Returns the ids of the engines of a copy. */
export function selectedEngines(engines: 'all' | 'core'): ReadonlySet<string> {
  const fits = (id: string): boolean => filesOf(new Set([id])).every(({ file }) => statSync(file).size <= MAX_CORE_FILE_BYTES);
  const isSelected =
    engines === 'all' ? () => true : (manifest: Manifest) => manifest.tier === 'core' && fits(manifest.id) && converts(manifest);
  return new Set(MANIFESTS.filter(isSelected).map(({ id }) => id));
}

type Manifest = (typeof MANIFESTS)[number];

/** Operations on two files, comparing and signing, are left out of a small copy. */
const converts = ({ conversions }: Manifest): boolean => conversions.some(({ operation }) => operation === undefined);

/** Returns the files of a copy with these engines. */
export function selectedFiles(engines: 'all' | 'core', ids: ReadonlySet<string>): readonly EngineFile[] {
  const isLargeFont = ({ pathname, file }: EngineFile): boolean =>
    pathname.endsWith('.ttf') && statSync(file).size > MAX_CORE_FONT_BYTES;
  return filesOf(ids).filter((file) => engines === 'all' || !isLargeFont(file));
}

/** Returns the files of engines, each once although engines share fonts. */
function filesOf(engines: ReadonlySet<string>): readonly EngineFile[] {
  const stored = engineAssets();
  const named = Object.entries(ASSET_PATHNAMES).filter(([asset]) => engines.has(asset.split('/', 1)[0] ?? ''));
  return [...new Set(named.map(([, pathname]) => pathname))].map((pathname) => ({ pathname, file: stored.get(pathname) ?? '' }));
}
