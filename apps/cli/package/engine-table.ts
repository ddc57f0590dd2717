/** Table of engine files, from the manifests and the lockfile: included files, downloaded files and their sources. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { EngineManifest } from '@bakkum/conversion/engine';
import { MANIFESTS } from '@bakkum/registry/manifests.gen';
import type { AssetPlace, EnginePackage, PackageTable } from '../fetched/package-table.ts';
import { downloadSizes } from './download-sizes.ts';
import { ROOT } from './repository.ts';

/** Engine files of a package up to this size, in bytes, are included, so that common images convert without a download. */
const MAX_INCLUDED_BYTES = 768 * 1024;

export type IncludedFile = { readonly file: string; readonly as: string };
/** A file that is made on first use, and the module that makes it. */
export type DerivedFile = { readonly package: string; readonly file: string; readonly name: string; readonly module: string };

export type EngineTable = Omit<PackageTable, 'derived'> & {
  readonly includedFiles: readonly IncludedFile[];
  readonly derivedFiles: readonly DerivedFile[];
};

type Lockfile = Readonly<Record<string, { readonly version?: string; readonly integrity?: string }>>;
/** A file of an engine on this machine: part of an installed package, or prepared from one. */
type Asset = {
  readonly engine: string;
  readonly asset: string;
  readonly file: string;
  readonly from: { readonly package: string; readonly place: string; readonly path: string } | { readonly prepared: string };
};
type Derived = Readonly<Record<string, { readonly package: string }>>;

export async function engineTable(): Promise<EngineTable> {
  const lockfile = (JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Lockfile }).packages;
  const all = MANIFESTS.flatMap(assetsOf);
  const isIncluded = smallOnes(all);
  const derivedFiles = await derivedOf(all.filter((asset) => !isIncluded(asset)));
  const assets = Object.fromEntries(
    all.map((asset) => [`${asset.engine}/${asset.asset}`, placeOf(asset, isIncluded(asset), derivedFiles)]),
  );
  return {
    assets,
    packages: await packagesOf(lockfile, all, assets),
    engines: Object.fromEntries(MANIFESTS.map((manifest) => [manifest.id, packageNames(manifest, assets)])),
    includedFiles: includedOnce(all.filter(isIncluded)),
    derivedFiles,
  };
}

function assetsOf({ id, assets }: EngineManifest): readonly Asset[] {
  return Object.entries(assets).map(([asset, specifier]) => {
    const folder = path.join(ROOT, 'engines', id);
    if (specifier.startsWith('./')) {
      return { engine: id, asset, file: path.join(folder, specifier), from: { prepared: path.basename(specifier) } };
    }
    const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
    const places = [`engines/${id}/node_modules/${name}`, `node_modules/${name}`];
    const place = places.find((candidate) => existsSync(path.join(ROOT, candidate)));
    if (!place) throw new Error(`engines/${id}/manifest.ts names ${specifier}, which is not installed`);
    const inside = specifier.slice(name.length + 1);
    return { engine: id, asset, file: path.join(ROOT, place, inside), from: { package: name, place, path: inside } };
  });
}

/** Selects the included files: small prepared ones, and those of packages from which engines read little. */
function smallOnes(assets: readonly Asset[]): (asset: Asset) => boolean {
  const sourceOf = ({ from, file }: Asset): string => ('package' in from ? from.place : file);
  const files = new Map(assets.map((asset) => [asset.file, sourceOf(asset)]));
  const bytes = new Map<string, number>();
  for (const [file, source] of files) bytes.set(source, (bytes.get(source) ?? 0) + statSync(file).size);
  return (asset) => (bytes.get(sourceOf(asset)) ?? 0) <= MAX_INCLUDED_BYTES;
}

async function derivedOf(assets: readonly Asset[]): Promise<readonly DerivedFile[]> {
  const prepared = assets.flatMap(({ engine, file, from }) =>
    'prepared' in from ? [{ engine, file, name: from.prepared }] : [],
  );
  return Promise.all(
    prepared.map(async ({ engine, file, name }) => {
      const module = path.join(ROOT, 'engines', engine, 'prepare.mjs');
      const { derived } = (await import(pathToFileURL(module).href)) as { derived?: Derived };
      const made = derived?.[name];
      if (!made)
        throw new Error(
          `${name} of engine ${engine} is too large to include: export how it is made as "derived" of its prepare.mjs`,
        );
      return { package: made.package, file, name, module };
    }),
  );
}

/** Engines that read the same file of a package share one copy. */
function includedOnce(assets: readonly Asset[]): readonly IncludedFile[] {
  const files = new Map<string, string>();
  for (const asset of assets) {
    const as = includedName(asset);
    const file = files.get(as) ?? asset.file;
    if (file !== asset.file) throw new Error(`${file} and ${asset.file} would both be included as ${as}`);
    files.set(as, file);
  }
  return [...files].map(([as, file]) => ({ file, as }));
}

function includedName({ engine, file, from }: Asset): string {
  return 'package' in from ? `${from.package}/${from.path}` : `${engine}/${path.basename(file)}`;
}

function placeOf(asset: Asset, isIncluded: boolean, derived: readonly DerivedFile[]): AssetPlace {
  if (isIncluded) return { included: includedName(asset) };
  if ('package' in asset.from) return { package: asset.from.package, file: asset.from.path };
  const made = derived.find(({ file }) => file === asset.file);
  if (!made) throw new Error(`nothing makes ${asset.file}`);
  return { package: made.package, file: made.name };
}

async function packagesOf(
  lockfile: Lockfile,
  assets: readonly Asset[],
  places: Readonly<Record<string, AssetPlace>>,
): Promise<Readonly<Record<string, EnginePackage>>> {
  const files = Map.groupBy(
    Object.values(places).flatMap((place) => ('package' in place ? [place] : [])),
    (place) => place.package,
  );
  const packages = [...files].map(([name, of]) => ({
    name,
    ...lockedVersion(lockfile, name, assets),
    files: [...new Set(of.map(({ file }) => file))].toSorted(),
  }));
  const sizes = await downloadSizes(packages);
  const entries = packages.map((of, index): [string, EnginePackage] => [of.name, { ...of, downloadBytes: sizes[index] ?? 0 }]);
  return Object.fromEntries(entries.toSorted(([a], [b]) => a.localeCompare(b, 'en')));
}

function lockedVersion(lockfile: Lockfile, name: string, assets: readonly Asset[]): Pick<EnginePackage, 'version' | 'integrity'> {
  const installed = new Set(assets.flatMap(({ from }) => ('package' in from && from.package === name ? [from.place] : [])));
  const [place = `node_modules/${name}`, ...others] = installed;
  if (others.length > 0) throw new Error(`engines take files from two versions of ${name}`);
  const { version, integrity } = lockfile[place] ?? {};
  if (!version || !integrity) throw new Error(`package-lock.json has no integrity of ${place}`);
  return { version, integrity };
}

function packageNames({ id, assets }: EngineManifest, places: Readonly<Record<string, AssetPlace>>): readonly string[] {
  const found = Object.keys(assets).flatMap((asset) => {
    const place = places[`${id}/${asset}`];
    return place && 'package' in place ? [place.package] : [];
  });
  return [...new Set(found)].toSorted();
}
