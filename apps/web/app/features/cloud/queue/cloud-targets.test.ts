import type { FormatView } from '@bakkum/api-contract/conversions/conversions';
import { expect, it } from 'vitest';
import { cloudTargets } from './cloud-targets.ts';

const JPEG: FormatView = {
  id: 'jpeg',
  name: 'JPG',
  extensions: ['jpg'],
  media_type: 'image/jpeg',
  category: 'image',
  targets: ['aai', 'jpeg', 'pdf', 'png', 'webp'],
};

it('sorts popular targets before rare ones, and the source format last', () => {
  expect(cloudTargets(JPEG).map(({ format, same }) => (same ? `${format.id} (same)` : format.id))).toEqual([
    'png',
    'webp',
    'pdf',
    'aai',
    'jpeg (same)',
  ]);
});

it('leaves out formats this page does not know', () => {
  expect(cloudTargets({ ...JPEG, targets: ['png', 'from-a-later-version'] }).map(({ format }) => format.id)).toEqual(['png']);
});
