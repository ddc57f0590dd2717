import { readFileSync } from 'node:fs';
import { editsImages } from '@bakkum/image-provider/model';
import type { ImageProviderManifest, ProviderVariable } from '@bakkum/image-provider/provider';
import { type NamedModel, selectModels, UnknownModelError } from '@bakkum/image-studio/enabled-models';
import { soldSizes } from '@bakkum/image-studio/model-choice';
import { IMAGE_PROVIDERS } from '@bakkum/registry/image-providers.node.gen';
import { mergedSizes, type OfferedSize } from '@bakkum/studio-options/prices';
import { z } from 'zod';

const KINDS = {
  secret: z.string().min(4).max(500).regex(/^\S+$/, 'must not contain spaces'),
  address: z.url({ protocol: /^https?$/ }),
  text: z.string().max(200),
  file: z.string(),
} as const satisfies Readonly<Record<ProviderVariable['kind'], z.ZodString | z.ZodURL>>;

/** Variables of every image service, as listed in their manifests. */
export const imageVariables = z.object(
  Object.fromEntries(variablesOf(IMAGE_PROVIDERS).map((variable) => [variable.name, schemaOf(variable).optional()])),
);

function schemaOf({ kind, form }: ProviderVariable): z.ZodType<string> {
  return form ? KINDS[kind].regex(form.pattern, `must have the form of ${form.example}`) : KINDS[kind];
}

function variablesOf(manifests: readonly ImageProviderManifest[]): readonly ProviderVariable[] {
  return manifests.flatMap(({ variables }) => Object.values(variables));
}

type ImageSettings = {
  /** Values of the services' variables. */
  readonly images: Readonly<Record<string, string>>;
  /** The models to enable, in order; empty for one of each configured service. */
  readonly imageModels: readonly string[];
};

/** `openai/gpt-image-2,stability/core` */
export const imageModels = z.string().transform((text) => text.split(',').flatMap((name) => name.trim() || []));

function enabledModels({ images, imageModels: names }: ImageSettings): readonly NamedModel[] {
  return selectModels(IMAGE_PROVIDERS, images, names);
}

/** Names variables that miss another one, and a model that the settings enable and that isn't available. */
export function imageProblems(settings: ImageSettings): readonly string[] {
  return [...missingVariables(settings), ...modelProblems(settings)];
}

function missingVariables({ images }: ImageSettings): readonly string[] {
  return IMAGE_PROVIDERS.flatMap(({ variables }) =>
    Object.values(variables).flatMap(({ name, requires = '' }) => {
      const other = variables[requires]?.name;
      const isMissing = other !== undefined && images[name] !== undefined && images[other] === undefined;
      return isMissing ? [`${name}: also set ${other}`] : [];
    }),
  );
}

function modelProblems(settings: ImageSettings): readonly string[] {
  try {
    enabledModels(settings);
    return [];
  } catch (error) {
    if (error instanceof UnknownModelError) return [`IMAGE_MODELS or a model of a service: ${error.message}`];
    throw error;
  }
}

/** Whether an enabled model can edit images. */
export function canEditPictures(settings: ImageSettings): boolean {
  return enabledModels(settings).some(({ model }) => editsImages(model));
}

/** Sizes that AI models draw here, with the credits of an image from the first of them; undefined if only designs are drawn. */
export function offeredSizes(settings: ImageSettings): readonly OfferedSize[] | undefined {
  const models = enabledModels(settings).filter(({ manifest }) => !manifest.design);
  const usual = models.filter(({ manifest }) => !manifest.needsConsent);
  if (models.length === 0) return undefined;
  return mergedSizes((usual.length > 0 ? usual : models).map(({ model }) => soldSizes(model)));
}

/** Values of those variables by name, with file paths replaced by the content. @throws if a file cannot be read */
export function imageSettings(values: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const given = variablesOf(IMAGE_PROVIDERS).flatMap(({ name, kind }) => {
    const value = values[name];
    return typeof value === 'string' ? [[name, kind === 'file' ? readFileSync(value, 'utf8') : value]] : [];
  });
  return Object.fromEntries(given);
}
