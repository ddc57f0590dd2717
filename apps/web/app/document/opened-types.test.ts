import { publicFormats } from '@bakkum/registry/catalogue';
import { formatText } from '@bakkum/registry/format-texts';
import { offeredTargets } from '@bakkum/registry/offered-pairs';
import { expect, it } from 'vitest';
import { openedTypes } from './opened-types.server.ts';

const extensions = Object.values(openedTypes()).flat();

it('opens every format with a page, also those that share a media type', () => {
  const described = publicFormats().filter(({ id }) => formatText(id) && offeredTargets(id).length > 0);
  expect(described.filter((format) => !extensions.includes(`.${format.extensions[0]}`)).map(({ id }) => id)).toEqual([]);
  expect(openedTypes()['application/json']).toEqual(expect.arrayContaining(['.json', '.topojson']));
});

it('names each extension once, and not more than browsers accept', () => {
  expect(new Set(extensions).size).toBe(extensions.length);
  expect(extensions.length).toBeLessThanOrEqual(300);
});
