import type { ModelView } from '@bakkum/api-contract/images/images';
import { describe, expect, it } from 'vitest';
import { expectsPreviews } from './expected-previews.ts';

const model = (id: string, changes: Partial<ModelView>): ModelView => ({
  ...{ id, name: id, service: id, serviceName: id, design: false, resolutions: [], creditRate: 1, languages: ['en'] as const },
  ...{ seed: true, negativePrompt: true, edit: 'none', mask: false, livePreview: false, moderated: false, needsConsent: false },
  ...changes,
  languages: ['en'],
});
const models = [
  model('quiet', { edit: 'instructed' }),
  model('live', { livePreview: true, edit: 'described' }),
  model('design', { design: true }),
];
const settings = { prompt: 'a fox', aspectRatio: '1:1', resolution: '512x512', count: 1, seed: 1 } as const;
const refinement = (mode: 'edit' | 'upscale' | 'regenerate') => ({ imageId: 'x', instructions: 'darker', mode });
const expected = (changes: object, all = models): boolean => expectsPreviews({ settings, images: [], ...changes }, all);

describe('an order expects previews', () => {
  it('if the chosen model shows them', () => {
    expect(expected({ settings: { ...settings, model: 'live' } })).toBe(true);
    expect(expected({ settings: { ...settings, model: 'quiet' } })).toBe(false);
  });

  it('if the first model that is asked shows them', () => {
    expect(expected({})).toBe(false);
    expect(expected({}, models.slice(1))).toBe(true);
    expect(expected({}, [])).toBe(false);
  });

  it('of an edit if the first model that edits shows them', () => {
    const all = [model('fresh', { livePreview: true }), ...models];
    expect([expected({}, all), expected({ refinement: refinement('edit') }, all)]).toEqual([true, false]);
  });

  it('never if nothing new is drawn', () => {
    for (const mode of ['upscale', 'regenerate'] as const)
      expect(expected({ settings: { ...settings, model: 'live' }, refinement: refinement(mode) })).toBe(false);
  });

  it('after the first preview, with any model', () => {
    expect(expected({ images: [{ index: 0, state: 'running', previewUrl: '/api/x' }] })).toBe(true);
  });
});
