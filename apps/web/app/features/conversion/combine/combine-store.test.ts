import { outputName } from '@bakkum/conversion/output-name';
import { describe, expect, it } from 'vitest';
import type { ConversionCore } from '../conversion-core.ts';
import type { FileItem } from '../list/conversion-state.ts';
import { CombineStore, optionsFor } from './combine-store.ts';

/** Combines nothing: the result is an empty file. */
const combining: ConversionCore = Object.assign(Object.create(null), {
  combine: async () => ({ ok: true, files: [{ blob: new Blob() }], warnings: [], elapsedMs: 1 }),
  nameOf: (name: string, to: string, label?: string) => outputName(name, to, label),
});
const file = (id: number): FileItem => ({
  id,
  name: `${id}.pdf`,
  file: new File([], `${id}.pdf`),
  size: 0,
  options: {},
  state: { status: 'pending' },
});
const core: ConversionCore = Object.create(null);
const [one, two, three] = [file(1), file(2), file(3)];

describe('the pages of files to combine', () => {
  it('stay arranged while the files and their order stay the same', () => {
    const store = new CombineStore(core);
    store.arrangePages([one, two], '4,1');
    store.setOption('title', 'Both');
    expect(optionsFor(store.snapshot(), [one, two])).toEqual({ pages: '4,1', title: 'Both' });
    expect(optionsFor(store.snapshot(), [two, one])).toEqual({ pages: '', title: 'Both' });
    expect(optionsFor(store.snapshot(), [one, two, three])).toEqual({ pages: '', title: 'Both' });
  });

  it('are those that were typed, for any files', () => {
    const store = new CombineStore(core);
    store.arrangePages([one, two], '4,1');
    store.setOption('pages', '2-3');
    expect(optionsFor(store.snapshot(), [two, one])).toEqual({ pages: '2-3' });
  });
});

describe('the combined file', () => {
  const nameOfResult = async (items: readonly FileItem[]): Promise<string | undefined> => {
    const store = new CombineStore(combining);
    await store.combine(items, 'pdf');
    return store.snapshot().result?.file.name;
  };

  it('has a name that none of its files has', async () => {
    expect(await nameOfResult([one, two])).toBe('1-merged.pdf');
  });

  it('has the name of the first file in another format', async () => {
    expect(await nameOfResult([{ ...one, name: 'photo.png' }, two])).toBe('photo.pdf');
  });
});
