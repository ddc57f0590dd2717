import { writeHwpx } from '@bakkum/document-hwpx/write';
import { analyse } from '@bakkum/document-layout/analyse';
import { DOCUMENT_WRITERS, type DocumentWriter } from '@bakkum/document-model/outputs';
import { contentOf } from '@bakkum/document-recognition/page-content';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';

const DPI = 72;
const WRITERS: Readonly<Record<string, DocumentWriter>> = { ...DOCUMENT_WRITERS, hwpx: writeHwpx };

/** A line of three words, of which the second may have been misread. */
function pageContent(marksUncertain: boolean) {
  const place = { top: 10, bottom: 20 };
  const words = [
    { ...place, text: 'Invoice', left: 10, right: 50, confidence: 95 },
    { ...place, text: 'l23O', left: 55, right: 80, confidence: 40 },
    { ...place, text: 'paid', left: 85, right: 105, confidence: 92 },
  ];
  const line = { left: 10, right: 105, ...place, words };
  const rules = { horizontal: [], vertical: [] };
  return contentOf({ width: 200, height: 100, quarters: 0, angle: 0, lines: [line], rules, pictures: [] }, DPI, marksUncertain);
}

async function written(format: string, part: string | undefined, marksUncertain = true): Promise<string> {
  async function* pages() {
    yield { content: pageContent(marksUncertain), pictures: { stored: async () => undefined, drawn: async () => undefined } };
  }
  const { model } = await analyse(pages());
  const write = WRITERS[format];
  if (!write) throw new Error(format);
  const file = write(model);
  if (part === undefined) return file.text();
  return strFromU8(unzipSync(new Uint8Array(await file.arrayBuffer()))[part] ?? new Uint8Array());
}

describe('words that may have been misread', () => {
  it('are highlighted in Word documents', async () => {
    const xml = await written('docx', 'word/document.xml');
    expect(xml.match(/<w:highlight w:val="yellow"\/>/g)).toHaveLength(1);
    expect(xml).toMatch(/<w:highlight w:val="yellow"\/><\/w:rPr><w:t xml:space="preserve">l23O ?</);
  });

  it('are highlighted in Hangul documents', async () => {
    const head = await written('hwpx', 'Contents/header.xml');
    const [, id = ''] = /<hh:charPr id="(\d+)"[^>]*shadeColor="#FFFF00"/.exec(head) ?? [];
    expect(await written('hwpx', 'Contents/section0.xml')).toMatch(new RegExp(`charPrIDRef="${id}"[^<]*<hp:t>l23O ?<`));
  });

  it('are marked on web pages', async () => {
    expect(await written('html', undefined)).toMatch(/Invoice <mark>l23O ?<\/mark>paid/);
  });

  it('look like others unless they are to be marked', async () => {
    expect(await written('docx', 'word/document.xml', false)).not.toContain('highlight');
    expect(await written('html', undefined, false)).toContain('Invoice l23O paid');
  });
});
