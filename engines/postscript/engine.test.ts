import { readPng } from '@bakkum/document-pages/png';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { hasProgram, workbench } from '@bakkum/tests/native';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const postscript = { engine, manifest };

async function drawn(program: string | Blob, from = 'eps', options = {}) {
  const input = typeof program === 'string' ? new Blob([program]) : program;
  const { outputs, warnings } = await convertWith(postscript, { input, from, to: 'svg', options });
  const texts = await Promise.all(
    outputs.map(({ content }) => {
      if (!(content instanceof Blob)) throw new TypeError('a file was expected');
      return content.text();
    }),
  );
  return {
    svg: texts[0] ?? '',
    pages: texts,
    labels: outputs.map(({ label }) => label),
    warnings: warnings.map(({ code }) => code),
  };
}

const eps = (body: string, box = '0 0 100 50'): string =>
  `%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: ${box}\n%%EndComments\n${body}\nshowpage\n`;

describe('PostScript drawings', () => {
  it('have the size and position in their comments', async () => {
    const { svg, warnings } = await drawn(eps('1 0 0 setrgbcolor 20 30 10 5 rectfill', '10 20 110 70'));
    expect(svg).toContain('width="100pt" height="50pt" viewBox="0 0 100 50"');
    expect(svg).toContain('<path d="M10 40L20 40L20 35L10 35Z" fill="#ff0000"/>');
    expect(warnings).toEqual([]);
  });

  it('use the high-resolution bounding box, also at the end, and ignore changes by the program', async () => {
    const program =
      '%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: (atend)\n<< /PageSize [9 9] >> setpagedevice 0 0 5 5 rectfill\n%%Trailer\n%%BoundingBox: 0 0 6 6\n%%HiResBoundingBox: 0 0 5.5 5.25\n';
    expect((await drawn(program)).svg).toContain('viewBox="0 0 5.5 5.25"');
  });

  it('are read after a binary header and before trailing printer commands', async () => {
    const script = new TextEncoder().encode(`${eps('0 0 1 setrgbcolor 0 0 10 10 rectfill')}\u0004\u001b%-12345X@PJL`);
    const header = new DataView(new ArrayBuffer(30));
    header.setUint32(0, 0xc5d0d3c6);
    header.setUint32(4, 30, true);
    header.setUint32(8, script.length, true);
    const { svg, warnings } = await drawn(new Blob([header.buffer, script, new Uint8Array(40)]));
    expect(svg).toContain('fill="#0000ff"');
    expect(warnings).toEqual([]);
  });

  it('keep lines as lines', async () => {
    const { svg } = await drawn(
      eps('2 setlinewidth 1 setlinecap 2 setlinejoin [4 2] 1 setdash 10 10 moveto 50 10 lineto stroke'),
    );
    expect(svg).toContain(
      '<path d="M10 40L50 40" fill="none" stroke="#000000" stroke-width="2" stroke-linecap="round" stroke-linejoin="bevel" stroke-dasharray="4 2" stroke-dashoffset="1"/>',
    );
  });

  it('keep elliptical pens', async () => {
    const { svg } = await drawn(eps('3 1 scale 2 setlinewidth 1 1 moveto 9 1 lineto stroke'));
    expect(svg).toMatch(/d="M1 1L9 1" fill="none" stroke="#000000" stroke-width="2"[^>]*transform="matrix\(3 0 0 -1 0 50\)"/);
  });

  it('nest clips, down to very small rectangles', async () => {
    const { svg } = await drawn(eps('0 0 40 40 rectclip 20 0 40 40 rectclip 30 20 15 0 360 arc clip 0 0 100 50 rectfill'));
    expect(svg).toContain('<path d="M20 50L40 50L40 10L20 10Z"/></clipPath>');
    expect(svg.match(/<g clip-path/g)).toHaveLength(2);
  });

  it.each([
    ['0.5 setgray', '#808080'],
    ['0 1 1 0 setcmykcolor', '#ed1c24'],
    ['0.3333333 1 1 sethsbcolor', '#00ff00'],
    ['[/Separation (Spot) /DeviceRGB {0 exch 0}] setcolorspace 1 setcolor', '#00ff00'],
    ['[/Indexed /DeviceRGB 1 <ff0000 00ff80>] setcolorspace 1 setcolor', '#00ff80'],
    ['[/DeviceN [/A /B] /DeviceRGB {exch 0 exch}] setcolorspace 1 0 setcolor', '#0000ff'],
    ['{1 exch sub} settransfer 0 setgray', '#ffffff'],
  ])('are coloured by %s', async (operators, colour) => {
    expect((await drawn(eps(`${operators} 0 0 9 9 rectfill`))).svg).toContain(`fill="${colour}"`);
  });

  it('have gradients that end where declared', async () => {
    const shading = (kind: number, coordinates: string, extend: string) =>
      `<< /ShadingType ${kind} /ColorSpace /DeviceRGB /Coords [${coordinates}] /Extend [${extend}] /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >> >> shfill`;
    const axial = (await drawn(eps(shading(2, '10 0 90 0', 'true false')))).svg;
    expect(axial).toMatch(/<linearGradient x1="10" y1="0" x2="90" y2="0"[^>]*matrix\(1 0 0 -1 0 50\)/);
    expect(axial).toContain(
      '<stop offset="0" stop-color="#ff0000"/><stop offset="1" stop-color="#0000ff"/><stop offset="1" stop-color="#0000ff" stop-opacity="0"/>',
    );
    const radial = (await drawn(eps(shading(3, '50 25 5 50 25 20', 'true true')))).svg;
    expect(radial).toContain('<radialGradient cx="50" cy="25" r="20" fx="50" fy="25"');
    expect(radial).toContain('<stop offset="0.25" stop-color="#ff0000"/>');
  });

  it.each([
    ['triangles', '/ShadingType 4 /DataSource [0 0 0 1 0 0  0 90 0 1 0 0  0 0 90 1 0 0]'],
    ['a lattice', '/ShadingType 5 /VerticesPerRow 2 /DataSource [0 0 1 0 0  90 0 1 0 0  0 50 1 0 0  90 50 1 0 0]'],
    [
      'a patch',
      '/ShadingType 6 /DataSource [0 0 0 0 30 0 60 0 90 30 90 60 90 90 90 90 60 90 30 90 0 60 0 30 0 1 0 0 1 0 0 1 0 0 1 0 0]',
    ],
    [
      'bits',
      '/ShadingType 4 /BitsPerFlag 8 /BitsPerCoordinate 8 /BitsPerComponent 8 /Decode [0 255 0 255 0 1 0 1 0 1] /DataSource <00 0000 ff0000 00 5a00 ff0000 00 005a ff0000>',
    ],
    [
      'a function of the place',
      '/ShadingType 1 /Matrix [90 0 0 90 0 0] /Function << /FunctionType 0 /Domain [0 1 0 1] /Range [0 1 0 1 0 1] /Size [1 1] /BitsPerSample 8 /DataSource <ff0000> >>',
    ],
  ])('have meshes: %s', async (_, entries) => {
    const { svg } = await drawn(eps(`<< ${entries} /ColorSpace /DeviceRGB >> shfill`));
    const [, data] = /data:image\/png;base64,([^"]+)/.exec(svg) ?? [];
    const picture = readPng(Uint8Array.from(atob(data ?? ''), (character) => character.charCodeAt(0)));
    expect([picture?.width, [...(picture?.colour.subarray(-3 * (picture.width - 2)) ?? [])].slice(0, 3)]).toEqual([
      180,
      [255, 0, 0],
    ]);
  });

  it('have patterns', async () => {
    const pattern =
      '<< /PatternType 1 /PaintType 2 /TilingType 1 /BBox [0 0 4 4] /XStep 5 /YStep 6 /PaintProc {pop 0 0 2 2 rectfill} >>';
    const program = `[/Pattern /DeviceRGB] setcolorspace 0 1 0 ${pattern} [2 0 0 2 0 0] makepattern setcolor 0 0 50 50 rectfill`;
    const { svg } = await drawn(eps(program));
    expect(svg).toMatch(
      /<pattern id="(d\d+)" patternUnits="userSpaceOnUse" x="0" y="0" width="5" height="6" patternTransform="matrix\(2 0 0 -2 0 50\)">/,
    );
    expect(svg).toContain('fill="#00ff00"');
    expect(svg).toMatch(/fill="url\(#d\d+\)"/);
  });
});

describe('PostScript text', () => {
  it('becomes outlines with the widths of the named font', async () => {
    const { svg, warnings } = await drawn(eps('/Helvetica 10 selectfont 10 10 moveto (AA) show'));
    const places = [...svg.matchAll(/<use xlink:href="#(\w+)" x="([\d.]+)" y="([\d.]+)" fill="#000000"\/>/g)].map(
      ([, ...found]) => found,
    );
    expect(places).toEqual([
      ['d1', '10', '40'],
      ['d1', '16.67', '40'],
    ]);
    expect(warnings).toEqual(['fonts-substituted']);
  });

  it.each([
    ['/Helvetica', 'Width', 25.56],
    ['/Times-Roman', 'Width', 25],
    ['/Courier-Bold', 'Width', 30],
    ['/Helvetica-Narrow', 'Width', 20.96],
    ['/Symbol', 'abc', 17.3],
  ])('in %s is measured', async (font, text, width) => {
    const { svg } = await drawn(eps(`${font} 10 selectfont 0 0 moveto (${text}) stringwidth pop 0 0 3 -1 roll 5 rectfill`));
    const [, right] = /M0 50L([\d.]+) 50/.exec(svg) ?? [];
    expect(Math.abs(Number(right) - width)).toBeLessThan(0.3);
  });

  it('in Type 3 fonts is drawn by its procedures', async () => {
    const font =
      '8 dict dup begin /FontType 3 def /FontMatrix [.01 0 0 .01 0 0] def /FontBBox [0 0 100 100] def /Encoding 256 array def 0 1 255 {Encoding exch /.notdef put} for Encoding 97 /square put /BuildGlyph {exch pop /square eq {60 0 0 0 50 50 setcachedevice 0 0 50 50 rectfill} {10 0 setcharwidth} ifelse} def end';
    const { svg } = await drawn(eps(`/Boxes ${font} definefont pop /Boxes 10 selectfont 10 10 moveto (a a) show`));
    expect(svg).toContain('M10 40L15 40L15 35L10 35Z');
    expect(svg).toContain('M17 40L22 40L22 35L17 35Z');
  });

  it('may be spaced, kerned, and part of a path', async () => {
    const { svg } = await drawn(
      eps('/Courier 10 selectfont 0 10 moveto 1 0 32 (a b) widthshow (ab) [20 5] xshow (c) false charpath fill'),
    );
    const xs = [...svg.matchAll(/<use [^>]*x="([\d.]+)"/g)].map(([, x]) => Number(x));
    expect(xs).toEqual([0, 13, 19, 39]);
    expect(svg).toMatch(/<path d="M[^"]*C[^"]*Z" fill="#000000"\/>/);
  });
});

describe('PostScript images', () => {
  const square = '20 20 scale 2 2 8 [2 0 0 -2 0 2]';

  function pixelsOf(svg: string): readonly number[] {
    const [, data] = /data:image\/png;base64,([^"]+)/.exec(svg) ?? [];
    return [...(readPng(Uint8Array.from(atob(data ?? ''), (character) => character.charCodeAt(0)))?.colour ?? [])];
  }

  it.each([
    ['in hexadecimal', `${square} {currentfile 2 string readhexstring pop} image 00ff 8040`, [0, 255, 128, 64]],
    ['in base 85', `${square} currentfile /ASCII85Decode filter image\n!<7R7~>`, [0, 255, 128, 64]],
    ['in runs', `${square} currentfile /ASCIIHexDecode filter /RunLengthDecode filter image\nff00 01ff40 80>`, [0, 0, 255, 64]],
    ['as a string that repeats', `${square} <00ff> image`, [0, 255, 0, 255]],
    ['of one bit', '20 20 scale 2 2 1 [2 0 0 -2 0 2] <4080> image', [0, 255, 255, 0]],
    [
      'turned round by their decoding',
      '20 20 scale << /ImageType 1 /Width 2 /Height 2 /BitsPerComponent 4 /Decode [1 0] /ImageMatrix [2 0 0 -2 0 2] /DataSource <0f 80> >> image',
      [255, 0, 119, 255],
    ],
  ])('%s', async (_, program, expected) => {
    const { svg } = await drawn(eps(`${program}\n`));
    expect(pixelsOf(svg)).toEqual(expected);
    expect(svg).toContain('transform="matrix(10 0 0 10 0 30)"');
  });

  it.each([
    ['each row relative to the one above', -1, '26a88e5186002002'],
    ['each row independently', 0, '354393b8a0020020020020020020'],
  ])('from fax machines: %s', async (_, k, data) => {
    const filter = `currentfile /ASCIIHexDecode filter << /K ${k} /Columns 10 /Rows 2 >> /CCITTFaxDecode filter`;
    const { svg } = await drawn(eps(`20 20 scale 10 2 1 [10 0 0 -2 0 2] ${filter} image\n${data}>`));
    const row = (bits: string): readonly number[] => Array.from(bits, (bit) => Number(bit) * 255);
    expect(pixelsOf(svg)).toEqual([...row('0100000011'), ...row('1100000000')]);
  });

  it('used as masks become the outline of their pixels', async () => {
    const { svg } = await drawn(eps('1 0 0 setrgbcolor 30 20 scale 3 2 true [3 0 0 -2 0 2] <A0 40> imagemask'));
    expect(svg).toContain('fill="#ff0000"');
    expect(svg).not.toContain('<image');
    expect(svg).toContain('M0 30L10 30L10 40L0 40Z');
  });

  it('in JPEG are embedded unchanged', async () => {
    const jpeg = new Uint8Array(await (await fixture('images/jpeg.jpg')).arrayBuffer());
    const hex = Array.from(jpeg, (byte) => byte.toString(16).padStart(2, '0')).join('');
    const dict = '/ImageType 1 /Width 64 /Height 48 /BitsPerComponent 8 /Decode [0 1 0 1 0 1] /ImageMatrix [64 0 0 -48 0 48]';
    const program = `/DeviceRGB setcolorspace 64 48 scale << ${dict} /DataSource currentfile /ASCIIHexDecode filter /DCTDecode filter >> image\n${hex}>\n1 0 0 setrgbcolor 0 0 1 1 rectfill`;
    const { svg, warnings } = await drawn(eps(program));
    expect(svg).toContain(`data:image/jpeg;base64,${btoa(String.fromCharCode(...jpeg))}`);
    expect(svg).toContain('fill="#ff0000"');
    expect(warnings).toEqual([]);
  });
});

describe('PostScript documents', () => {
  const pages =
    '%!PS\n%%DocumentMedia: A4 595 842 0 () ()\n0 0 9 9 rectfill showpage\n<< /PageSize [200 100] >> setpagedevice 1 0 0 setrgbcolor 0 0 9 9 rectfill showpage\n0 1 0 setrgbcolor 0 0 9 9 rectfill showpage\n';

  it('have a drawing for every page, on white paper of its size', async () => {
    const { pages: drawnPages, labels } = await drawn(pages, 'ps');
    expect(labels).toEqual(['page-1', 'page-2', 'page-3']);
    expect(drawnPages[0]).toContain('width="595pt" height="842pt"');
    expect(drawnPages[1]).toContain('width="200pt" height="100pt"');
    expect(drawnPages[1]).toContain('<rect width="100%" height="100%" fill="#fff"/>');
    expect(drawnPages[2]).toContain('fill="#00ff00"');
  });

  it('yield the selected pages', async () => {
    const { pages: drawnPages, labels } = await drawn(pages, 'ps', { pages: '2-' });
    expect(labels).toEqual(['page-2', 'page-3']);
    expect(drawnPages[0]).toContain('fill="#ff0000"');
  });
});

describe('PostScript as PDF', () => {
  async function pdfOf(program: string | Blob, from = 'ps', options = {}): Promise<Blob> {
    const input = typeof program === 'string' ? new Blob([program]) : program;
    const { outputs } = await convertWith(postscript, { input, from, to: 'pdf', options });
    expect(outputs).toHaveLength(1);
    const { content } = outputs[0];
    if (!(content instanceof Blob)) throw new TypeError('a file was expected');
    return content;
  }

  it('draws old Illustrator files, and passes through newer ones, which are PDF', async () => {
    const file = await fixture('postscript/ps2ai.ai');
    expect(await (await pdfOf(file, 'ai')).slice(0, 8).text()).toBe('%PDF-1.7');
    expect(await (await pdfOf('%PDF-1.5 Adobe Illustrator', 'ai')).text()).toBe('%PDF-1.5 Adobe Illustrator');
    await expect(drawn('%PDF-1.5 Adobe Illustrator', 'ai')).rejects.toMatchObject({ code: 'unsupported-feature' });
  });

  it('draws Illustrator files that omit their procedure sets with built-in ones', async () => {
    const program = [
      '%!PS-Adobe-3.0 \n%%Creator: Adobe Illustrator(TM) 5.5\n%%BoundingBox: 0 0 200 150\n%%IncludeResource: procset Adobe_level2_AI5 1.0 0',
      'Adobe_level2_AI5 /initialize get exec Adobe_Illustrator_AI5_vars Adobe_Illustrator_AI5 Adobe_typography_AI5 /initialize get exec',
      '[ 39/quotesingle TE\n[/_Helvetica/Helvetica 0 0 1 TZ\n1 1 1 1 0 0 0 79 128 255 Lb (Layer 1) Ln 0 A 0 R',
      '0 1 1 0 k 0 G 800 Ar 0 J 0 j 2 w 4 M []0 d 0 D 0 XR 10 10 m 60 10 L 60 60 L 10 60 L 10 10 L b',
      'u *u 0 0 1 0 (Yellow) 0 x 80 10 m 140 10 L 140 60 L 80 60 L f 95 25 m 95 45 L 125 45 L 125 25 L f *U U',
      'q 100 100 m 130 100 L 115 140 L h W n 0 0 1 Xa 90 90 m 150 90 L 150 115 L 90 115 L f Q',
      '0 To 1 0 0 1 10 100 0 Tp TP 0 Tr 0 g /_Helvetica 24 18.9 -5.1 Tf 0 Ta 0 Tt 100 Tz (Hi\\r) Tx TO LB',
      'gsave annotatepage grestore showpage Adobe_Illustrator_AI5 /terminate get exec',
    ].join('\n');
    const { svg, warnings } = await drawn(program, 'ai');
    expect(svg).toContain('<path d="M10 140L60 140L60 90L10 90L10 140Z" fill="#ed1c24"/>');
    expect(svg).toContain('stroke="#000000" stroke-width="2"');
    expect(svg).toContain('<path d="M80 140L140 140L140 90L80 90ZM95 125L95 105L125 105L125 125Z" fill="#fff200"/>');
    expect(svg).toMatch(/<g clip-path="url\(#d\d\)"><path d="M90 60L150 60L150 35L90 35Z" fill="#0000ff"/);
    expect(svg.match(/<use /g)).toHaveLength(2);
    expect(warnings).toEqual(['fonts-substituted']);
  });

  it.skipIf(!hasProgram('pdftotext') || !hasProgram('pdfinfo'))('has all pages in one file with searchable text', async () => {
    const bench = workbench();
    try {
      bench.write('pages.pdf', new Uint8Array(await (await pdfOf(await fixture('postscript/groff.ps'))).arrayBuffer()));
      expect(bench.run('pdftotext', 'pages.pdf', '-')).toContain('Hello bold world');
      bench.write('two.pdf', new Uint8Array(await (await pdfOf(await fixture('postscript/dvips-bitmap.ps'))).arrayBuffer()));
      expect(bench.run('pdfinfo', 'two.pdf')).toMatch(/Pages:\s+2/);
      const one = await pdfOf(await fixture('postscript/dvips-bitmap.ps'), 'ps', { pages: '2' });
      bench.write('one.pdf', new Uint8Array(await one.arrayBuffer()));
      expect(bench.run('pdfinfo', 'one.pdf')).toMatch(/Pages:\s+1/);
    } finally {
      bench.dispose();
    }
  });

  it.skipIf(!hasProgram('pdftoppm') || !hasProgram('convert-im6.q16'))('places colours, gradients and images', async () => {
    const bench = workbench();
    const colourAt = (x: number, y: number): readonly number[] =>
      ['r', 'g', 'b'].map((channel) =>
        Number(bench.run('convert-im6.q16', 'page.png', '-format', `%[fx:int(255*p{${x},${y}}.${channel})]`, 'info:')),
      );
    const draw = async (file: string): Promise<void> => {
      bench.write('page.pdf', new Uint8Array(await (await pdfOf(await fixture(`postscript/${file}`), 'eps')).arrayBuffer()));
      bench.run('pdftoppm', '-r', '96', '-png', '-singlefile', 'page.pdf', 'page');
    };
    try {
      await draw('cairo.eps');
      expect(colourAt(75, 3)).toEqual([0, 170, 0]);
      const [red = 0, green = 1, blue = 0] = colourAt(22, 16);
      expect([red > 80, green, blue > 80]).toEqual([true, 0, true]);
      expect(colourAt(2, 2)).toEqual([255, 255, 255]); // outside the clip
      await draw('magick-2.eps');
      const square = colourAt(4, 4);
      expect(Math.abs((square[0] ?? 0) - 230) + Math.abs((square[1] ?? 0) - 25)).toBeLessThan(10);
    } finally {
      bench.dispose();
    }
  });
});

describe('failing programs', () => {
  it('end with the images drawn before', async () => {
    const { svg, warnings } = await drawn(eps('0 0 9 9 rectfill nosuchoperator 0 0 50 50 rectfill'));
    expect(svg.match(/<path/g)).toHaveLength(1);
    expect(warnings).toEqual(['damaged-source']);
  });

  it.each([
    ['nothing', '', 'empty'],
    ['no program', 'hello', 'corrupt'],
    ['a program that draws nothing', '%!PS\n1 2 add pop', 'unsupported-feature'],
    ['an unknown operator', '%!PS\nnosuchoperator', 'unsupported-feature'],
    ['an unterminated string', '%!PS\n(abc', 'corrupt'],
    ['access to local files', '%!PS\n(/etc/hostname) (r) file', 'unsupported-feature'],
    ['deleting files', '%!PS\n(x) deletefile', 'unsupported-feature'],
    ['endless numbers', '%!PS\n{1} loop', 'too-large'],
    ['endless recursion', '%!PS\n/f {f 1 pop} def f', 'too-large'],
    ['endless braces', `%!PS\n${'{'.repeat(1000)}`, 'too-large'],
    ['endless strings', '%!PS\n{50000000 string} loop', 'too-large'],
    ['an image of impossible size', '%!PS\n90000 90000 8 [1 0 0 1 0 0] {<00>} image', 'too-large'],
    ['a PDF', '%PDF-1.4', 'unsupported-feature'],
  ])('%s is refused', async (_, program, code) => {
    await expect(drawn(program, 'ps')).rejects.toMatchObject({ code });
  });

  it('can catch their own errors', async () => {
    const { svg, warnings } = await drawn(
      eps(
        '{nosuchoperator} stopped {0 0 9 9 rectfill} if {1 0 div} stopped pop pop pop { {exit} loop 1 0 0 setrgbcolor 9 0 9 9 rectfill stop } stopped pop',
      ),
    );
    expect(svg.match(/<path/g)).toHaveLength(2);
    expect(warnings).toEqual([]);
  });

  it('stop on cancellation', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 20);
    const input = new Blob(['%!PS\n{} loop']);
    const running = convertWith(postscript, { input, from: 'ps', to: 'svg' }, controller.signal);
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe.skipIf(!hasProgram('rsvg-convert') || !hasProgram('convert-im6.q16'))('files of other programs', () => {
  const points: readonly (readonly [string, string, readonly (readonly [number, number, string])[]])[] = [
    [
      'cairo.eps',
      'eps',
      [
        [22, 16, '127,0,127'],
        [2, 2, '255,255,255'],
        [75, 3, '0,170,0'],
      ],
    ],
    ['magick-2.eps', 'eps', [[4, 4, '230,25,25']]],
    [
      'fig2dev.eps',
      'eps',
      [
        [60, 60, '255,0,0'],
        [200, 120, '255,255,255'],
      ],
    ],
    ['ps2ai.ai', 'ai', [[60, 900, '237,28,36']]],
  ];

  it.each(points)('%s has its colours in place', async (file, from, expected) => {
    const bench = workbench();
    try {
      bench.write('page.svg', (await drawn(await fixture(`postscript/${file}`), from)).svg);
      bench.run('rsvg-convert', '-b', 'white', '-o', 'page.png', 'page.svg');
      for (const [x, y, colour] of expected) {
        const found = bench.run(
          'convert-im6.q16',
          'page.png',
          '-format',
          `%[fx:int(255*p{${x},${y}}.r)],%[fx:int(255*p{${x},${y}}.g)],%[fx:int(255*p{${x},${y}}.b)]`,
          'info:',
        );
        const difference = found.split(',').map((value, index) => Math.abs(Number(value) - Number(colour.split(',')[index])));
        expect(Math.max(...difference), `${file} at ${x},${y}: ${found}`).toBeLessThan(12);
      }
    } finally {
      bench.dispose();
    }
  });

  it.each([
    ['dvips-bitmap.ps', 'ps', 2],
    ['groff.ps', 'ps', 1],
    ['r.eps', 'eps', 1],
    ['gnuplot.eps', 'eps', 1],
  ])('%s is drawn to its end', async (file, from, count) => {
    const { pages, warnings } = await drawn(await fixture(`postscript/${file}`), from);
    expect(pages).toHaveLength(count);
    expect(warnings).not.toContain('damaged-source');
  });
});
