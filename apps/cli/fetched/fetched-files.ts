import { pathToFileURL } from 'node:url';
import type { EngineFiles } from '@bakkum/registry/engine-files';
import { DownloadError } from './npm.ts';
import type { PackageCache } from './package-cache.ts';
import type { AssetPlace, EnginePackage, PackageTable } from './package-table.ts';

type Options = {
  readonly table: PackageTable;
  readonly cache: PackageCache;
  /** Folder of the files that are included, with a slash at the end. */
  readonly included: URL;
  /** Prints a line for the user. */
  readonly say: (line: string) => void;
};

/** Progress of the current job. Reports keep the runner from treating a slow download as a hang. */
type Context = {
  readonly report: (loadedBytes: number, totalBytes: number) => void;
  readonly signal: AbortSignal;
};

const MEGABYTE = 1_000_000;

/**
 * Engine files that are included in this package or fetched from the npm registry. An engine reads only the files a conversion
 * needs, such as fonts of the characters in the text, so a package is downloaded when one of its files is first read.
 */
export function createFetchedFiles({ table, cache, included, say }: Options): Required<EngineFiles> {
  const downloads = createDownloads(cache, say);
  let context: Context = { report: () => undefined, signal: new AbortController().signal };

  const placeOf = (engine: string, asset: string): AssetPlace => {
    const place = table.assets[`${engine}/${asset}`];
    if (!place) throw new RangeError(`engine ${engine} declares no asset ${asset}`);
    return place;
  };
  const packagesOf = (engine: string): readonly EnginePackage[] =>
    (table.engines[engine] ?? []).map((name) => packageOf(table, name));

  return {
    url(engine, asset) {
      const place = placeOf(engine, asset);
      if ('included' in place) return new URL(place.included, included);
      return pathToFileURL(cache.pathOf(packageOf(table, place.package), place.file));
    },
    async ensure(engine, asset) {
      const place = placeOf(engine, asset);
      if ('package' in place) await downloads.run(engine, [packageOf(table, place.package)], context);
    },
    async fetchAhead(_, report, signal) {
      context = { report, signal };
    },
    engines: () =>
      Object.keys(table.engines).map((id) => ({
        id,
        downloadBytes: bytesOf(packagesOf(id)),
        missingBytes: bytesOf(packagesOf(id).filter((of) => !cache.has(of))),
      })),
    fetchWhole: (engine, signal) => downloads.run(engine, packagesOf(engine), { report: () => undefined, signal }),
  };
}

function packageOf({ packages }: PackageTable, name: string): EnginePackage {
  const found = packages[name];
  if (!found) throw new RangeError(`no package ${name}`);
  return found;
}

function bytesOf(packages: readonly EnginePackage[]): number {
  return packages.reduce((sum, { downloadBytes }) => sum + downloadBytes, 0);
}

type Downloads = { run(engine: string, packages: readonly EnginePackage[], context: Context): Promise<void> };

/** Runs one download at a time. Bytes are summed over all downloads, so that progress never decreases. */
function createDownloads(cache: PackageCache, say: (line: string) => void): Downloads {
  let last: Promise<unknown> = Promise.resolve();
  let loaded = 0;
  let total = 0;
  /** Set once the registry is unreachable, since each further attempt would take as long to fail. */
  let unreachable: DownloadError | undefined;

  const one = async (of: EnginePackage, engine: string, { report, signal }: Context): Promise<void> => {
    if (unreachable) throw unreachable;
    signal.throwIfAborted();
    const megabytes = Math.max(1, Math.round(of.downloadBytes / MEGABYTE));
    say(`Downloading ${of.name} for the ${engine} engine, about ${megabytes} MB, once…`);
    total += of.downloadBytes;
    try {
      await cache.fetch(of, (bytes) => report(loaded + Math.min(bytes, of.downloadBytes), total), signal);
    } catch (error) {
      if (error instanceof DownloadError && !ABOUT_A_PACKAGE.has(error.code)) unreachable = error;
      throw error;
    }
    loaded += of.downloadBytes;
    report(loaded, total);
  };

  return {
    run(engine, packages, context) {
      const all = async (): Promise<void> => {
        for (const of of packages) if (!cache.has(of)) await one(of, engine, context);
      };
      const result = last.then(all);
      last = result.catch(() => undefined); // reported to the requester
      return result;
    },
  };
}

/** Registry errors about one package; others may still be available. */
const ABOUT_A_PACKAGE: ReadonlySet<string> = new Set(['E403', 'E404', 'ETARGET', 'ENOVERSIONS', 'EINTEGRITY', 'EMISSING']);
