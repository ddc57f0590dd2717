/** Files that target the converting server: its files, its network access, all of its memory. */

import { flat, paragraph, wordDocument } from '../hostile-documents.ts';
import {
  bytesOf,
  deflatedZeros,
  gzipBomb,
  laughingXml,
  laughingYaml,
  lz4Bomb,
  nestedZip,
  overlappingZip,
  tarWithHeader,
  zipOf,
  zstdBomb,
} from './files.ts';

type Content = string | Uint8Array<ArrayBuffer>;
export type Hostile = readonly [name: string, content: Content, target: string];
/** A file that must not be read, and a URL that must not be requested. */
export type Bait = { readonly file: string; readonly url: string };

const svg = (inside: string): string =>
  `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xi="http://www.w3.org/2001/XInclude" width="40" height="20">${inside}</svg>`;
const text = (content: string): Uint8Array => bytesOf(content);

/** A Unix symbolic link in a zip: its content is its target. */
const LINK = 0o120777;

/** Fast enough for every run. */
export function fewHostile({ file, url }: Bait): readonly Hostile[] {
  const entity = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file://${file}">]><a>&x;</a>`;
  const playlist = `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${url}\n#EXTINF:1,\nfile://${file}\n#EXT-X-ENDLIST\n`;
  const section = `<text:section text:name="s"><text:section-source xlink:href="${url}"/></text:section><draw:frame><draw:image xlink:href="file://${file}"/></draw:frame><text:p>kept</text:p>`;
  return [
    ['image.svg', svg(`<image href="file://${file}" width="9" height="9"/><image href="${url}" width="9" height="9"/>`), 'png'],
    [
      'use.svg',
      svg(
        `<use xlink:href="${url}#a"/><style>@import url("${url}"); @font-face{font-family:a;src:url(${url})}</style><text font-family="a">x</text>`,
      ),
      'png',
    ],
    ['entity.xml', entity, 'json'],
    ['laughs.xml', laughingXml(), 'json'],
    ['playlist.mp4', playlist, 'webm'],
    ['linked.fodt', flat('text', section), 'pdf'],
    [
      'page.html',
      `<iframe src="file://${file}"></iframe><img src="${url}"><link rel="stylesheet" href="${url}"><p>kept</p>`,
      'pdf',
    ],
    [
      'slip.zip',
      zipOf([
        { name: '../../slipped.txt', content: text('x') },
        { name: 'kept.txt', content: text('kept') },
      ]),
      'tar',
    ],
    [
      'link.zip',
      zipOf([
        { name: 'link.txt', content: text(file), mode: LINK },
        { name: 'kept.txt', content: text('kept') },
      ]),
      'tar',
    ],
    ['bomb.zip', overlappingZip(2000, 1), 'tar'],
    ['include.tex', `\\documentclass{article}\\begin{document}kept \\input{${file}}\\include{${file}}\\end{document}`, 'html'],
    ['-rf; $(touch x) `x`\n"quoted".svg', svg('<rect width="4" height="4"/>'), 'png'],
    ['both.svg', `GIF89a/*${svg('')}*/`, 'png'],
  ];
}

/** All hostile files, to every format that could reveal what was read. */
export function allHostile(bait: Bait): readonly Hostile[] {
  return [...fewHostile(bait), ...including(bait), ...showing(bait), ...packed(bait), ...bombs(), ...polyglots(bait)];
}

/** Files that reference others, in every supported language. */
function including({ file, url }: Bait): readonly Hostile[] {
  const doctype = `<!DOCTYPE w:document [<!ENTITY x SYSTEM "file://${file}"><!ENTITY % y SYSTEM "${url}"> %y;]>`;
  const picture = `<w:p><w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:imagedata r:id="l0"/><v:imagedata r:id="l1"/></v:shape></w:pict></w:r></w:p>`;
  const document = wordDocument(`${paragraph('kept')}${picture}<w:altChunk r:id="l1"/>`, [url, `file://${file}`]);
  const entities = wordDocument(paragraph('kept &x;'), [], doctype);
  const sources: readonly (readonly [name: string, content: Content])[] = [
    ['linked.docx', document],
    ['entity.docx', entities],
    ['linked.md', `kept ![a](file://${file}) ![b](${url}) <img src="file://${file}">\n\n<!--#include file="${file}" -->\n`],
    [
      'include.rst',
      `kept\n\n.. include:: ${file}\n\n.. literalinclude:: ${file}\n\n.. raw:: html\n   :file: ${file}\n\n.. image:: ${url}\n`,
    ],
    ['include.org', `kept\n#+INCLUDE: "${file}"\n[[file:${file}]] [[${url}]]\n`],
    ['include.adoc', `kept\n\ninclude::${file}[]\n\nimage::${url}[]\n`],
    ['include.typ', `kept #read("${file}") #include "${file}" #image("${file}")`],
    ['include.textile', `kept !file://${file}! !${url}!\n`],
    ['linked.rtf', `{\\rtf1 kept {\\field{\\*\\fldinst INCLUDETEXT "${file}"}}{\\field{\\*\\fldinst INCLUDEPICTURE "${url}"}}}`],
    [
      'linked.fods',
      flat(
        'spreadsheet',
        `<table:table table:name="t"><table:table-source xlink:href="file://${file}"/><table:table-row><table:table-cell table:formula="of:=WEBSERVICE(&quot;${url}&quot;)"><text:p>kept</text:p></table:table-cell></table:table-row></table:table>`,
      ),
    ],
    [
      'frames.html',
      `<base href="${url}"><object data="file://${file}"></object><embed src="${url}"><script src="${url}"></script><style>@import "${url}";body{background:url(file://${file})}</style><meta http-equiv="refresh" content="0;url=file://${file}"><p>kept`,
    ],
  ];
  return sources.flatMap(([name, content]) => ['pdf', 'html', 'txt', 'docx', 'epub'].map((to) => [name, content, to] as const));
}

/** The same in images, videos and data. */
function showing({ file, url }: Bait): readonly Hostile[] {
  const pictures = [
    svg(
      `<xi:include href="file://${file}" parse="text"/><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="file://${file}"/></foreignObject><text>kept</text>`,
    ),
    `<!DOCTYPE svg [<!ENTITY x SYSTEM "file://${file}">]>${svg('<text>&x;</text>').replace('<?xml version="1.0"?>', '')}`,
    svg(
      `<style>@import "file://${file}";rect{fill:url("${url}#a")}</style><filter id="f"><feImage href="${url}"/></filter><rect filter="url(#f)" width="9" height="9"/>`,
    ),
  ];
  return [
    ...pictures.flatMap((content, index) => ['png', 'pdf', 'webp'].map((to) => [`picture-${index}.svg`, content, to] as const)),
    ['run.ps', `%!PS\n(${file}) (r) file 1000 string readstring pop show\n(${file}) run\nshowpage\n`, 'pdf'],
    ['run.eps', `%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n(%pipe%touch x) (w) file\n(${file}) run\nshowpage\n`, 'png'],
    [
      'commands.mvg',
      `push graphic-context\nimage over 0,0 0,0 'label:@${file}'\nimage over 0,0 0,0 '${url}'\npop graphic-context\n`,
      'png',
    ],
    ['playlist.m3u8', `#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="${url}"\n#EXTINF:1,\nfile://${file}\n`, 'txt'],
    ['concat.mp4', `ffconcat version 1.0\nfile '${file}'\nfile '${url}'\n`, 'webm'],
    ['playlist.mkv', `#EXTM3U\n#EXTINF:1,\nconcat:${url}|file://${file}\n`, 'mp3'],
    ['subtitles.avi', `#EXTM3U\n#EXT-X-MAP:URI="file://${file}"\n#EXTINF:1,\nsubfile,,start,0,end,64,,:${file}\n`, 'gif'],
    [
      'shapes.gml',
      `<?xml version="1.0"?><!DOCTYPE g [<!ENTITY x SYSTEM "file://${file}">]><gml:FeatureCollection xmlns:gml="http://www.opengis.net/gml">&x;</gml:FeatureCollection>`,
      'geojson',
    ],
    [
      'entity.kml',
      `<?xml version="1.0"?><!DOCTYPE k [<!ENTITY x SYSTEM "file://${file}">]><kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>&x;</name><Point><coordinates>1,1</coordinates></Point></Placemark></kml>`,
      'geojson',
    ],
    ['tags.yaml', `a: !!js/function "() => require('fs').readFileSync('${file}')"\nb: !include ${file}\n`, 'json'],
  ];
}

/** Archives with members outside their folder. */
function packed({ file }: Bait): readonly Hostile[] {
  const slips = zipOf(
    [`/${file}`, '..\\..\\slipped.txt', 'C:\\slipped.txt', 'a/../../b', '\u0000', 'x'.repeat(5000), 'CON', ''].map((name) => ({
      name,
      content: text('x'),
    })),
  );
  const links = zipOf([
    { name: 'folder', content: text('/'), mode: LINK },
    { name: `folder${file}`, content: text('x') },
    { name: 'loop', content: text('loop'), mode: LINK },
  ]);
  const hard = tarWithHeader('1', 0, new Uint8Array());
  new TextEncoder().encodeInto(file, hard.subarray(157, 257));
  return [
    ...[slips, links].flatMap((content, index) =>
      ['tar', '7z', 'tar.gz'].map((to) => [`members-${index}.zip`, content, to] as const),
    ),
    ...['zip', '7z'].map((to) => ['hard-link.tar', hard, to] as const),
    ...['zip', '7z'].map((to) => ['symbolic-link.tar', bytesOf(Buffer.from(hard).fill('2', 156, 157)), to] as const),
  ];
}

function bombs(): readonly Hostile[] {
  const zeros = zipOf([{ name: 'zeros', content: deflatedZeros(), method: 8, size: 640 * 16 * 1024 * 1024 }]);
  return [
    ['zeros.zip', zeros, 'tar'],
    ['many.zip', overlappingZip(60_000, 1), '7z'],
    ['nested.zip', nestedZip(5), 'tar'],
    ['bomb.gz', gzipBomb(), 'zip'],
    ['bomb.tar.gz', gzipBomb(), 'zip'],
    ['bomb.zst', zstdBomb(), 'zip'],
    ['bomb.lz4', lz4Bomb(), 'zip'],
    ['long-name.tar', tarWithHeader('L', 8_589_934_591, new Uint8Array(512)), 'zip'],
    ['laughs.svg', `${laughingXml().replace(/<l>.*/, '')}${svg('<text>&j;</text>').replace('<?xml version="1.0"?>', '')}`, 'png'],
    ['laughs.yaml', laughingYaml(), 'json'],
    ['deep.json', '['.repeat(2_000_000), 'yaml'],
    ['wide.svg', svg('').replace('width="40" height="20"', 'width="1000000" height="1000000"'), 'png'],
    ['deep.html', '<div>'.repeat(200_000), 'pdf'],
    ['deep.svg', svg(`${'<g>'.repeat(100_000)}${'</g>'.repeat(100_000)}`), 'png'],
    ['page.zip', bytesOf('PK\u0005\u0006', new Uint8Array(18).fill(255)), 'tar'],
  ];
}

/** Files that are valid in two formats. */
function polyglots({ url }: Bait): readonly Hostile[] {
  const zip = zipOf([{ name: 'kept.txt', content: text('kept') }]);
  const page = `<html><img src="${url}"></html>`;
  return [
    ['both.pdf', bytesOf('%PDF-1.4\n', page, zip), 'png'],
    ['both.png', bytesOf(Buffer.from('89504e470d0a1a0a', 'hex'), page), 'jpeg'],
    ['both.jpg', bytesOf(Buffer.from('ffd8ffe0', 'hex'), zip), 'png'],
    ['both.gif', bytesOf('GIF89a/*', page, '*/=1;', svg(`<image href="${url}"/>`)), 'png'],
    ['both.mp3', bytesOf('ID3\u0003', new Uint8Array(6), page), 'wav'],
    ['both.docx', bytesOf('{\\rtf1 kept}', zip), 'pdf'],
  ];
}
