import type { ImageClient, ImageProviderManifest, ImageProviderModule } from '@bakkum/image-provider/provider';
import type { ConfiguredProvider } from './studio.ts';

/** Loads a provider's module by its id. */
export type ProviderLoaders = Readonly<Record<string, () => Promise<ImageProviderModule>>>;

/**
 * The configured services, in the order they are tried.
 * @param given values of the manifests' variables by their full names; a file's text in place of its path
 */
export function configureProviders(
  manifests: readonly ImageProviderManifest[],
  loaders: ProviderLoaders,
  given: Readonly<Record<string, string>>,
): readonly ConfiguredProvider[] {
  return manifests
    .filter((manifest) => isConfigured(manifest, given))
    .toSorted((one, other) => one.rank - other.rank)
    .map((manifest) => configured(manifest, loaders, given));
}

/** Whether everything the service needs is set. @param given by the variables' full names */
export function isConfigured({ variables }: ImageProviderManifest, given: Readonly<Record<string, string>>): boolean {
  return Object.values(variables).every(({ name, needed }) => !needed || Boolean(given[name]));
}

function configured(
  manifest: ImageProviderManifest,
  loaders: ProviderLoaders,
  given: Readonly<Record<string, string>>,
): ConfiguredProvider {
  const values = Object.fromEntries(
    Object.entries(manifest.variables).map(([short, { name, default: fallback = '' }]) => [short, given[name] ?? fallback]),
  );
  let client: Promise<ImageClient> | undefined;
  const load = async (): Promise<ImageClient> => {
    const module = await loaders[manifest.id]?.();
    if (!module) throw new RangeError(`There is no module of the provider ${manifest.id}`);
    return module.createClient(values);
  };
  return {
    manifest,
    ...(values['model'] && { model: values['model'] }),
    ...(values['base'] && { base: values['base'] }),
    client: () => (client ??= load()),
    load: { busy: 0 },
  };
}
