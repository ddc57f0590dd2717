import { CONTENTS } from '@bakkum/archive-tree/contents';
import type { Format } from '@bakkum/formats/format';
import { describe, expect, it } from 'vitest';
import { formatById, plannerFor } from '../catalogue.ts';
import { provenTargets } from '../proven-pairs.ts';
import { hasContents } from './archive-contents.ts';
import { defaultTarget } from './default-target.ts';
import type { PictureTraits } from './picture-traits.ts';

function choose(id: string, traits: PictureTraits = {}, last?: string) {
  const format = formatById(id);
  if (!format) throw new Error(`no format ${id}`);
  return defaultTarget({ ...format, ...traits }, [...(provenTargets('browser', id) ?? []), ...contentsOf(format)], last);
}

const planner = plannerFor(new Set());

function contentsOf(format: Format): readonly string[] {
  return hasContents(planner, format) ? [CONTENTS] : [];
}

/** Popular source formats by their default target in the browser. */
const TABLE: Readonly<Record<string, readonly string[]>> = {
  jpeg: ['heic', 'avif', 'webp', 'jxl', 'tiff', 'jp2', 'dng'],
  png: ['bmp', 'tga', 'psd', 'ico', 'icns', 'svg', 'wmf', 'emf', 'pcx', 'qoi', 'xcf', 'sldprt'],
  webp: ['jpeg', 'png'],
  pdf: [
    'docx',
    'doc',
    'odt',
    'rtf',
    'txt',
    'hwp',
    'hwpx',
    'pages',
    'html',
    'pptx',
    'ppt',
    'odp',
    'xlsx',
    'xls',
    'ods',
    'epub',
    'eps',
    'cbz',
  ],
  docx: ['pdf'],
  xlsx: ['csv', 'tsv'],
  mp4: ['gif', 'mov', 'mkv', 'avi', 'webm', 'wmv', 'flv', '3gp', 'mpeg'],
  mp3: ['mp4', 'wav', 'flac', 'm4a', 'ogg', 'aac', 'opus', 'wma', 'amr', 'aiff'],
  wav: ['mp3'],
  'archive-contents': ['zip', 'rar', '7z', 'tar', 'tgz', 'gz', 'iso', 'alz', 'egg'],
  zip: ['deb'],
  srt: ['vtt', 'ass', 'smi'],
  vtt: ['srt'],
  csv: ['json', 'sqlite'],
  woff2: ['ttf', 'otf'],
  ttf: ['woff', 'woff2'],
  epub: ['mobi', 'fb2'],
  glb: ['obj', 'stl', 'fbx'],
};

describe('the default target', () => {
  const rows = Object.entries(TABLE).flatMap(([to, sources]) => sources.map((from) => [from, to] as const));

  it.each(rows)('of %s is %s', (from, to) => expect(choose(from)?.to).toBe(to));

  it('covers sixty formats', () => expect(rows.length).toBeGreaterThanOrEqual(60));

  it('keeps transparency and motion', () => {
    expect(choose('webp', { transparent: true })).toEqual({ to: 'png', reason: 'transparent' });
    expect(choose('heic', { transparent: true })).toEqual({ to: 'png', reason: 'transparent' });
    expect(choose('webp', { transparent: true, animated: true })).toEqual({ to: 'gif', reason: 'moving' });
  });

  it('is the last choice for the format, if it is still possible', () => {
    expect(choose('heic', {}, 'webp')).toEqual({ to: 'webp', reason: 'last' });
    expect(choose('heic', {}, 'docx-from-elsewhere')).toEqual({ to: 'jpeg', reason: 'everywhere' });
    expect(choose('mp4', {}, 'mp4')).toEqual({ to: 'mp4', reason: 'last' });
  });

  it('of an archive is another format where its files cannot be listed', () => {
    expect(defaultTarget({ id: 'zip', family: 'archive' }, ['7z', 'tgz'])).toEqual({ to: '7z', reason: 'smaller' });
    expect(defaultTarget({ id: 'rar', family: 'archive' }, ['7z', 'zip'])).toEqual({ to: 'zip', reason: 'everywhere' });
  });

  it('is the next best if the best is unsupported, and absent if none is supported', () => {
    expect(defaultTarget({ id: 'gif', family: 'image' }, ['jpeg'])).toEqual({ to: 'jpeg', reason: 'everywhere' });
    expect(defaultTarget({ id: 'mp4', family: 'video' }, ['avi'])).toBeUndefined();
  });
});
