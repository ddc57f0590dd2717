/** Finds image programs that the operator runs. */
import { ProviderFault } from '@bakkum/image-provider/fault';
import type { LocalProgram } from '@bakkum/image-provider/local-program';
import type { ImageProviderManifest } from '@bakkum/image-provider/provider';
import { type ProviderLoaders, valuesOf } from '../enabled-models.ts';
import type { CallFault } from './check-services.ts';

/** Milliseconds that a program gets to answer. */
const PATIENCE_MS = 5000;

type Place = { readonly manifest: ImageProviderManifest; readonly address: string };
export type Found = Place & { readonly program: LocalProgram };
export type Sighting = Found | (Place & { readonly fault: CallFault });

type Sources = {
  readonly manifests: readonly ImageProviderManifest[];
  readonly loaders: ProviderLoaders;
  /** Settings of the services, by the names of their variables. */
  readonly given: Readonly<Record<string, string>>;
};

/**
 * Looks for every known program: at these addresses, otherwise at those in the settings and where programs listen by default. In the
 * order in which the site would try them.
 */
export function findLocalPrograms(sources: Sources, addresses: readonly string[]): Promise<readonly Sighting[]> {
  const ranked = sources.manifests.toSorted((one, other) => one.rank - other.rank);
  const places = ranked.flatMap((manifest) => {
    const { local, variables } = manifest;
    if (!local) return [];
    const usual = [sources.given[variables['base']?.name ?? ''] ?? [], local.addresses].flat();
    return [...new Set(addresses.length > 0 ? addresses : usual)].map((address) => ({ manifest, address }));
  });
  return Promise.all(places.map((place) => lookAt(sources, place)));
}

async function lookAt({ loaders, given }: Sources, place: Place): Promise<Sighting> {
  const { manifest, address } = place;
  const { inspect } = (await loaders[manifest.id]?.()) ?? {};
  if (!inspect) throw new RangeError(`The provider ${manifest.id} cannot inspect local programs`);
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    return { ...place, program: await inspect({ ...valuesOf(manifest, given), base: address }, { signal }) };
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error;
    return { ...place, fault: { code: error.code, detail: error.message } };
  }
}
