import { bytesOf } from '@bakkum/conversion/engine';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

async function converted(name: string, from: string, to: string): Promise<string> {
  const { outputs } = await convertWith({ engine, manifest }, { input: await fixture(`references/${name}`), from, to });
  return new TextDecoder().decode(await bytesOf(outputs[0].content));
}

describe('bibliographies', () => {
  it.each([
    ['refs.bib', 'bibtex'],
    ['refs.ris', 'ris'],
    ['refs.enx', 'endnote'],
    ['refs.csl.json', 'csl-json'],
  ])('%s keeps names, titles and pages in every target format', async (name, from) => {
    for (const to of ['bibtex', 'csl-json', 'html', 'txt'].filter((each) => each !== from)) {
      const text = (await converted(name, from, to)).replaceAll(/[{}]/g, '').replaceAll(/\s+/g, ' ');
      expect(text).toContain('다람쥐의 겨울나기');
      expect(text).toMatch(/Park/);
      if (from !== 'endnote') expect(text).toMatch(/45\D{1,7}67/);
    }
  });

  it('excessively nested pages are refused', async () => {
    const input = new Blob([`<html><body>${'<div>'.repeat(50_000)}`]);
    await expect(convertWith({ engine, manifest }, { input, from: 'html', to: 'md' })).rejects.toMatchObject({
      code: 'too-large',
    });
  });
});
