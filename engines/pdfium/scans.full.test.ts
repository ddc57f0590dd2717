import type { OptionValues } from '@bakkum/conversion/options';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { convertWith } from '../../tests/engine-context.ts';
import { scannedPage, scannedPdf } from '../../tests/scanned-page.ts';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

async function converted(pages: number, to: string, options: OptionValues) {
  const job = { input: scannedPdf(scannedPage(), pages), from: 'pdf', to, options };
  const { outputs, warnings } = await convertWith({ engine, manifest }, job);
  const { content } = outputs[0];
  if (!(content instanceof Blob)) throw new TypeError('no file');
  return { content, warnings };
}

async function bodyOf(docx: Blob): Promise<string> {
  return strFromU8(unzipSync(new Uint8Array(await docx.arrayBuffer()))['word/document.xml'] ?? new Uint8Array());
}

describe('scanned pages', () => {
  it('become text by default, with a warning', async () => {
    const { content, warnings } = await converted(1, 'docx', {});
    expect(await bodyOf(content)).toContain('national holidays');
    expect(warnings).toContainEqual({ code: 'text-recognized', params: { count: 1 } });
    expect(warnings).not.toContainEqual(expect.objectContaining({ code: 'scanned-pages' }));
  });

  it('stay images when recognition is off', async () => {
    const { content, warnings } = await converted(1, 'docx', { recognize: 'off' });
    expect(await bodyOf(content)).not.toContain('national');
    expect(warnings).toContainEqual({ code: 'scanned-pages', params: { count: 1 } });
  });

  it('stay images in a long document unless recognition is on', async () => {
    const { warnings } = await converted(11, 'docx', {});
    expect(warnings).toContainEqual({ code: 'scanned-pages', params: { count: 11 } });
  });
});
