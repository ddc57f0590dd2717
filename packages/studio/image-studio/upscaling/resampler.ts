/** Enlarges images without a service, by resampling. */
import { ProviderFault } from '@bakkum/image-provider/fault';
import type { ImageClient } from '@bakkum/image-provider/provider';
import { resampled } from '../files/image-file.ts';
import type { EnabledModel } from '../studio.ts';
import { upscaleModel } from './wordless-models.ts';

const client: ImageClient = {
  async submit({ upscale, width, height }) {
    if (!upscale || !('picture' in upscale)) throw new ProviderFault('invalid', 'no image to enlarge');
    return { state: 'done', drawn: { content: await resampled(upscale.picture, { width, height }) } };
  },
};

/** Available on every site, free of charge. */
export function createResampler(): EnabledModel {
  return {
    key: 'enlarge',
    manifest: {
      id: 'enlarge',
      name: 'Bakkum',
      variables: {},
      capabilities: { cancel: false, progress: false },
      place: 'built-in',
      design: true,
      needsConsent: false,
      atOnce: 1,
    },
    model: upscaleModel({
      id: '',
      name: 'Bakkum',
      moderated: false,
      factor: 4,
      takes: { kind: 'pixels', shortest: 1, longest: 2048, area: [1, 2048 * 2048] },
      method: 'resample',
      credits: 0,
    }),
    client: () => Promise.resolve(client),
    load: { busy: 0 },
  };
}
