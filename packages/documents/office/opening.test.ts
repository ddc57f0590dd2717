import { unpackParts } from '@bakkum/document-input/packed-parts';
import { fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { openingOf } from './opening.ts';

const opened = (input: Blob, from: string) =>
  openingOf({ inputs: [input], from, to: 'pdf', options: {} }, new AbortController().signal);

describe('a presentation of Keynote', () => {
  it('is passed to LibreOffice as PowerPoint, with the losses of its reader', async () => {
    const { bytes, ...rest } = await opened(await fixture('documents/key-6.key'), 'key');
    expect(rest).toMatchObject({
      format: 'pptx',
      name: 'document.pptx',
      isLocked: false,
      warnings: [{ code: 'objects-dropped' }],
    });
    expect(new TextDecoder().decode(unpackParts(bytes).get('ppt/slides/slide1.xml'))).toContain('제목');
  });

  it.each([
    ['empty', async () => new Blob([])],
    ['corrupt', async () => new Blob(['PK but no zip'])],
    ['unsupported-feature', async () => fixture('documents/key.key')],
  ])('is refused as %s', async (code, input) => {
    await expect(opened(await input(), 'key')).rejects.toMatchObject({ code });
  });
});

it('names the format of other documents', async () => {
  expect(await opened(await fixture('documents/pptx.pptx'), 'pptx')).toMatchObject({ format: 'pptx', warnings: [] });
});
