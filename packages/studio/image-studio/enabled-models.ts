/** The models that the operator enabled, in the order they are tried. */
import { type ImageModel, modelKey } from '@bakkum/image-provider/model';
import type { ImageClient, ImageProviderManifest, ImageProviderModule, ProviderValues } from '@bakkum/image-provider/provider';
import type { EnabledModel } from './studio.ts';
import { createResampler } from './upscaling/resampler.ts';
import { removalModel, upscaleModel } from './upscaling/wordless-models.ts';

/** Loads a provider's module by its id. */
export type ProviderLoaders = Readonly<Record<string, () => Promise<ImageProviderModule>>>;

/** Values of the manifests' variables by their full names; a file's text in place of its path. */
type Given = Readonly<Record<string, string>>;

/** Whether everything the service needs is set. */
export function isConfigured({ variables }: ImageProviderManifest, given: Given): boolean {
  return Object.values(variables).every(({ name, needed }) => !needed || Boolean(given[name]));
}

export type NamedModel = { readonly manifest: ImageProviderManifest; readonly model: ImageModel };

/** A name that selects no model. */
export class UnknownModelError extends Error {
  override readonly name = 'UnknownModelError';
}

/**
 * The models of the configured services: those named, in this order, otherwise one of each service by rank. The design studio needs no
 * name; it is last unless it is named.
 * @param names as `modelKey` writes them
 * @throws UnknownModelError
 */
export function selectModels(
  manifests: readonly ImageProviderManifest[],
  given: Given,
  names: readonly string[] = [],
): readonly NamedModel[] {
  const configured = manifests
    .filter((manifest) => isConfigured(manifest, given))
    .toSorted((one, other) => one.rank - other.rank);
  if (names.length === 0) return configured.map((manifest) => ({ manifest, model: usualModel(manifest, given) }));
  const all = names.map((name) => modelNamed(configured, given, name));
  const named = all.filter((one, place) => all.findIndex((other) => keyOf(other) === keyOf(one)) === place);
  const designs = configured.filter((manifest) => manifest.design && !named.some((one) => one.manifest === manifest));
  return [...named, ...designs.map((manifest) => ({ manifest, model: usualModel(manifest, given) }))];
}

function keyOf({ manifest, model }: NamedModel): string {
  return modelKey(manifest.id, model);
}

/** The model that the service's own setting names, otherwise the first of its catalogue. */
function usualModel(manifest: ImageProviderManifest, given: Given): ImageModel {
  const variable = manifest.variables['model'];
  const id = variable && given[variable.name];
  return id ? modelById(manifest, id) : manifest.models[0];
}

function modelNamed(configured: readonly ImageProviderManifest[], given: Given, name: string): NamedModel {
  const [service = '', ...rest] = name.split('/');
  const manifest = configured.find((one) => one.id === service);
  if (!manifest) throw new UnknownModelError(`${name}: no service ${service} is set up`);
  return { manifest, model: rest.length === 0 ? usualModel(manifest, given) : modelById(manifest, rest.join('/')) };
}

function modelById({ id: service, models, otherModels }: ImageProviderManifest, id: string): ImageModel {
  const known = models.find((model) => model.id === id);
  if (known) return known;
  if (otherModels) return { ...otherModels, id, name: id };
  throw new UnknownModelError(`${service}/${id}: not one of ${models.map((model) => modelKey(service, model)).join(', ')}`);
}

/** The enabled models with their clients. @throws UnknownModelError */
export function enableModels(
  manifests: readonly ImageProviderManifest[],
  loaders: ProviderLoaders,
  given: Given,
  names: readonly string[] = [],
): readonly EnabledModel[] {
  const loads = new Map<ImageProviderManifest, EnabledModel['load']>();
  return selectModels(manifests, given, names).map(({ manifest, model }) => {
    const load = loads.get(manifest) ?? { busy: 0 };
    loads.set(manifest, load);
    return enabled({ manifest, model }, loaders, given, load);
  });
}

/** What enlarges images here: the upscalers of the services that have an enabled model, then the one that needs no service. */
export function enableUpscalers(
  manifests: readonly ImageProviderManifest[],
  loaders: ProviderLoaders,
  given: Given,
  models: readonly EnabledModel[],
): readonly EnabledModel[] {
  const upscalers = (manifest: ImageProviderManifest) => (manifest.upscalers ?? []).map(upscaleModel);
  return [...enableWordless(manifests, loaders, given, { models, of: upscalers }), createResampler()];
}

/** What removes backgrounds here: the removers of the services that have an enabled model. */
export function enableBackgroundRemovers(
  manifests: readonly ImageProviderManifest[],
  loaders: ProviderLoaders,
  given: Given,
  models: readonly EnabledModel[],
): readonly EnabledModel[] {
  const removers = (manifest: ImageProviderManifest) => (manifest.backgroundRemovers ?? []).map(removalModel);
  return enableWordless(manifests, loaders, given, { models, of: removers });
}

type Wordless = {
  readonly models: readonly EnabledModel[];
  readonly of: (manifest: ImageProviderManifest) => readonly ImageModel[];
};

function enableWordless(
  manifests: readonly ImageProviderManifest[],
  loaders: ProviderLoaders,
  given: Given,
  { models, of }: Wordless,
): readonly EnabledModel[] {
  const ranked = manifests.toSorted((one, other) => one.rank - other.rank);
  return ranked.flatMap((manifest) => {
    const load = models.find((one) => one.manifest.id === manifest.id)?.load;
    return load ? of(manifest).map((model) => enabled({ manifest, model }, loaders, given, load)) : [];
  });
}

/** Values of the manifest's variables by their short names. */
export function valuesOf({ variables }: ImageProviderManifest, given: Given): ProviderValues {
  const entries = Object.entries(variables);
  return Object.fromEntries(entries.map(([short, { name, default: fallback = '' }]) => [short, given[name] ?? fallback]));
}

/** The facts without the strength, if the operator's own file leaves no place for it. */
function withUsableStrength(model: ImageModel, values: ProviderValues): ImageModel {
  const { strength, ...others } = model;
  if (!strength?.placeholder) return model;
  const file = values[strength.placeholder.variable] ?? '';
  return file === '' || file.includes(strength.placeholder.text) ? model : others;
}

function enabled(
  { manifest, model }: NamedModel,
  loaders: ProviderLoaders,
  given: Given,
  load: EnabledModel['load'],
): EnabledModel {
  const values = valuesOf(manifest, given);
  const { livePreview: _, ...facts } = model;
  const own = withUsableStrength(manifest.maxPreviews?.(values) === 0 ? facts : model, values);
  let client: Promise<ImageClient> | undefined;
  const open = async (): Promise<ImageClient> => {
    const module = await loaders[manifest.id]?.();
    if (!module) throw new RangeError(`There is no module of the provider ${manifest.id}`);
    return module.createClient(values, model);
  };
  return {
    key: keyOf({ manifest, model }),
    manifest,
    model: own,
    ...(values['base'] && { base: values['base'] }),
    client: () => (client ??= open()),
    load,
  };
}
