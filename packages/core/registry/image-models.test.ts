/** Checks the catalogue of image models: what every entry promises must be possible. */
import { drawnSize, drawsNatively } from '@bakkum/image-provider/drawn-size';
import { modelKey } from '@bakkum/image-provider/model';
import { PROMPT_LANGUAGES } from '@bakkum/studio-options/languages';
import { RESOLUTIONS } from '@bakkum/studio-options/resolutions';
import { expect, it } from 'vitest';
import { IMAGE_PROVIDERS } from './image-providers.node.gen.ts';

const entries = IMAGE_PROVIDERS.flatMap((manifest) =>
  manifest.models.map((model) => ({ key: modelKey(manifest.id, model), manifest, model })),
);

it('names every model once, in a form that the API accepts', () => {
  expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
  for (const { key } of entries) expect(key).toMatch(/^[a-z0-9-]{1,40}(\/[\w.:/-]{1,100})?$/);
});

it('has the default of each service in its catalogue, first', () => {
  for (const { variables, models } of IMAGE_PROVIDERS) {
    const usual = variables['model']?.default;
    expect(models[0].id).toBe(usual ?? '');
  }
});

it.each(entries)('$key draws a square and sells only what it draws', ({ manifest, model }) => {
  const sold = RESOLUTIONS.filter((one) => drawsNatively(model.sizes, one));
  expect(sold.map(({ id }) => id)).toContain('1024x1024');
  for (const one of sold) {
    const drawn = drawnSize(model.sizes, one);
    expect(Math.min(drawn.width / one.width, drawn.height / one.height)).toBeGreaterThanOrEqual(1);
    if (model.sizes.kind === 'any') {
      expect([drawn.width % model.sizes.step, drawn.height % model.sizes.step]).toEqual([0, 0]);
      const [fewest, most] = model.sizes.area ?? [0, Number.POSITIVE_INFINITY];
      expect(drawn.width * drawn.height).toBeGreaterThanOrEqual(fewest);
      expect(drawn.width * drawn.height).toBeLessThanOrEqual(most);
    }
  }
  expect(model.creditRate > 0).toBe(!manifest.design);
  expect(PROMPT_LANGUAGES).toEqual(expect.arrayContaining([...model.languages]));
  expect(model.languages).toContain('en');
});
