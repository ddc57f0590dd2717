import { readFileSync } from 'node:fs';
import type { ImageProviderManifest, ProviderVariable } from '@bakkum/image-provider/provider';
import { isConfigured } from '@bakkum/image-studio/providers';
import { IMAGE_PROVIDERS } from '@bakkum/registry/image-providers.node.gen';
import { z } from 'zod';

const KINDS = {
  secret: z.string().min(4).max(500).regex(/^\S+$/, 'must not contain spaces'),
  address: z.url({ protocol: /^https?$/ }),
  text: z.string().max(200),
  file: z.string(),
} as const satisfies Readonly<Record<ProviderVariable['kind'], z.ZodType<string>>>;

/** Variables of every image service, as listed in their manifests. */
export const imageVariables = z.object(
  Object.fromEntries(variablesOf(IMAGE_PROVIDERS).map(({ name, kind }) => [name, KINDS[kind].optional()])),
);

function variablesOf(manifests: readonly ImageProviderManifest[]): readonly ProviderVariable[] {
  return manifests.flatMap(({ variables }) => Object.values(variables));
}

/** Whether a configured service can edit images. */
export function canEditPictures(images: Readonly<Record<string, string>>): boolean {
  return IMAGE_PROVIDERS.some((manifest) => manifest.capabilities.edit && isConfigured(manifest, images));
}

/** Whether a service other than the design studio is configured. */
export function hasImageServices(images: Readonly<Record<string, string>>): boolean {
  return IMAGE_PROVIDERS.some((manifest) => !manifest.design && isConfigured(manifest, images));
}

/** Values of those variables by name, with file paths replaced by the content. @throws if a file cannot be read */
export function imageSettings(values: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const given = variablesOf(IMAGE_PROVIDERS).flatMap(({ name, kind }) => {
    const value = values[name];
    return typeof value === 'string' ? [[name, kind === 'file' ? readFileSync(value, 'utf8') : value]] : [];
  });
  return Object.fromEntries(given);
}
