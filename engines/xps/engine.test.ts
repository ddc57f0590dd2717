import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { FACE_FILES } from '@bakkum/document-typefaces/catalogue';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { hasProgram, workbench } from '@bakkum/tests/native';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const convert = (input: Blob) => convertWith({ engine, manifest }, { input, from: 'xps', to: 'pdf' });

const FONT = '/Resources/0123456789ab-cdef-0011-2233-445566778899.odttf'.replace('0123456789ab', '01234567-89ab');

/** An obfuscated font as stored in a package: its first bytes are XORed with the GUID in its name. */
async function hiddenFont(): Promise<Uint8Array> {
  const font = new Uint8Array(await readFile(path.resolve(import.meta.dirname, '../../node_modules', FACE_FILES.sans)));
  const key = FONT.replace(/^.*\/|\.[^.]*$/g, '').replaceAll('-', '');
  for (let at = 0; at < 32; at += 1) {
    const place = (15 - (at % 16)) * 2;
    font[at] = (font[at] ?? 0) ^ Number.parseInt(key.slice(place, place + 2), 16);
  }
  return font;
}

const NAMESPACE = 'xmlns="http://schemas.microsoft.com/xps/2005/06"';

async function packed(page: string, files: Readonly<Record<string, Uint8Array>> = {}): Promise<Blob> {
  const relation = 'http://schemas.microsoft.com/xps/2005/06/fixedrepresentation';
  const wide = new Uint8Array(
    new Uint16Array([...`\ufeff<FixedPage ${NAMESPACE} Width="400" Height="200">${page}</FixedPage>`].map((c) => c.charCodeAt(0)))
      .buffer,
  );
  const parts = {
    '_rels/.rels': strToU8(`<Relationships><Relationship Type="${relation}" Target="/Seq.fdseq"/></Relationships>`),
    'Seq.fdseq': strToU8(
      `<FixedDocumentSequence ${NAMESPACE}><DocumentReference Source="Docs/1/Doc.fdoc"/></FixedDocumentSequence>`,
    ),
    'Docs/1/Doc.fdoc': strToU8(`<FixedDocument ${NAMESPACE}><PageContent Source="Pages/1.fpage"/></FixedDocument>`),
    // In pieces and in UTF-16, because printer drivers write both.
    'Docs/1/Pages/1.fpage/[0].piece': wide.slice(0, 50),
    'Docs/1/Pages/1.fpage/[1].last.piece': wide.slice(50),
    [FONT.slice(1)]: await hiddenFont(),
    ...files,
  };
  return new Blob([new Uint8Array(zipSync(parts))]);
}

async function pdfOf(input: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const { content } = (await convert(input)).outputs[0];
  return new Uint8Array(content instanceof Blob ? await content.arrayBuffer() : new ArrayBuffer(0));
}

function textIn(pdf: Uint8Array): string {
  const bench = workbench();
  try {
    bench.write('a.pdf', pdf);
    return bench.run('pdftotext', '-layout', 'a.pdf', '-');
  } finally {
    bench.dispose();
  }
}

/** The colour at a position in units of 1/96 inch. */
function colourAt(pdf: Uint8Array, x: number, y: number): readonly number[] {
  const bench = workbench();
  try {
    bench.write('a.pdf', pdf);
    bench.run('pdftoppm', '-r', '96', '-f', '1', '-l', '1', 'a.pdf', 'page');
    const picture = bench.read('page-1.ppm');
    const header = /^P6\s+(\d+)\s+\d+\s+255\s/.exec(new TextDecoder('latin1').decode(picture.subarray(0, 40)));
    const start = (header?.[0].length ?? 0) + (y * Number(header?.[1]) + x) * 3;
    return [...picture.subarray(start, start + 3)];
  } finally {
    bench.dispose();
  }
}

const glyphs = (attributes: string): string =>
  `<Glyphs FontUri="${FONT}" FontRenderingEmSize="24" Fill="#FF000000" ${attributes}/>`;

describe('XPS documents', () => {
  it.skipIf(!hasProgram('pdftotext'))('become PDF with the text of their glyphs', async () => {
    const page =
      glyphs('OriginX="20" OriginY="50" UnicodeString="Plain text &amp; more"') +
      glyphs('OriginX="20" OriginY="90" UnicodeString="{}spaced" Indices=",90;,90;,90;,90;,90"') +
      glyphs('OriginX="20" OriginY="130" UnicodeString="office" Indices=";(2:1)73;;;"') +
      glyphs('OriginX="380" OriginY="170" BidiLevel="1" UnicodeString="שלום" ');
    const text = textIn(await pdfOf(await packed(page)));
    expect(text).toContain('Plain text & more');
    expect(text.replaceAll(/\s/g, '')).toContain('spaced');
    expect(text).toContain('office');
  });

  it.skipIf(!hasProgram('pdftoppm'))('keep shapes, clips, groups and images in place', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNgYPgPAAEDAQAIicLsAAAAAElFTkSuQmCC',
      'base64',
    );
    const page =
      '<Canvas RenderTransform="1,0,0,1,100,0" Clip="M 0,0 L 50,0 50,50 0,50 Z"><Path Data="F1 M 0,0 L 80,0 80,80 0,80 Z" Fill="#FF00FF00"/></Canvas>' +
      '<Path><Path.Data><PathGeometry><PathFigure StartPoint="200,10" IsClosed="true"><PolyLineSegment Points="240,10 240,50 200,50"/></PathFigure></PathGeometry></Path.Data><Path.Fill><SolidColorBrush Color="#0000FF" Opacity="0.5"/></Path.Fill></Path>' +
      '<Path Data="M 300,10 L 340,10 340,50 300,50 Z"><Path.Fill><ImageBrush ImageSource="/Resources/dot.png" Viewbox="0,0,1,1" Viewport="300,10,40,40" ViewboxUnits="Absolute" ViewportUnits="Absolute"/></Path.Fill></Path>';
    const pdf = await pdfOf(await packed(page, { 'Resources/dot.png': png }));
    expect(colourAt(pdf, 120, 20)).toEqual([0, 255, 0]);
    expect(colourAt(pdf, 170, 20)).toEqual([255, 255, 255]);
    expect(colourAt(pdf, 220, 30).map((part) => Math.round(part / 16))).toEqual([8, 8, 16]);
    expect(colourAt(pdf, 320, 30)).toEqual([0, 0, 255]);
  });

  it.skipIf(!hasProgram('pdftoppm'))('of another program keep their appearance, including TIFF images', async () => {
    const pdf = await pdfOf(await fixture('documents/xps.xps'));
    expect(new TextDecoder('latin1').decode(pdf)).toContain('/Count 2');
    expect(textIn(pdf)).toContain('Words in a font, fixed');
    expect(colourAt(pdf, 60, 160)).toEqual([204, 25, 25]);
    expect(colourAt(pdf, 310, 140)).toEqual([255, 0, 0]);
    expect(colourAt(pdf, 350, 180)).toEqual([255, 255, 0]);
  });

  it('replace unusable fonts with bundled faces', async () => {
    const page =
      '<Glyphs FontUri="/none.odttf" FontRenderingEmSize="24" Fill="#000000" OriginX="20" OriginY="50" UnicodeString="한글"/>';
    expect((await convert(await packed(page))).warnings).toEqual([{ code: 'fonts-substituted' }]);
  });

  it('are refused if damaged or without pages', async () => {
    const whole = new Uint8Array(await (await fixture('documents/xps.xps')).arrayBuffer());
    await expect(convert(new Blob([whole.slice(0, 900)]))).rejects.toMatchObject({ code: 'corrupt' });
    await expect(convert(await fixture('documents/docx.docx'))).rejects.toMatchObject({ code: 'corrupt' });
    await expect(convert(await fixture('documents/txt.txt'))).rejects.toMatchObject({ code: 'corrupt' });
    await expect(convert(new Blob([]))).rejects.toMatchObject({ code: 'empty' });
  });
});
