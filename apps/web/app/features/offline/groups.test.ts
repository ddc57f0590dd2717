import { MANIFESTS } from '@bakkum/registry/manifests.gen';
import { expect, test } from 'vitest';
import { offlineGroups } from './groups.server.ts';

const groups = new Map(offlineGroups().map(({ id, engines }) => [id, engines.map((engine) => engine.id)]));

test('every group has converters to store', () => {
  for (const engines of groups.values()) expect(engines.length).toBeGreaterThan(0);
  expect(groups.get('sound')).toContain('ffmpeg');
  expect(groups.get('archives')).toContain('seven-zip');
});

test('the largest engine is stored only on request', () => {
  const heaviest = [...MANIFESTS].sort((a, b) => b.downloadBytes - a.downloadBytes)[0]?.id;
  expect([...groups].filter(([, engines]) => engines.includes(heaviest ?? '')).map(([id]) => id)).toEqual(['office']);
  expect(groups.get('pictures')).not.toContain('ffmpeg');
});

test('tools for PDF and text recognition are stored with the files they are for', () => {
  expect(groups.get('documents')).toEqual(expect.arrayContaining(['pdf-tools', 'pdf-compare', 'pdf-sign', 'pdfium']));
  expect(groups.get('pictures')).toContain('text-recognition');
});
