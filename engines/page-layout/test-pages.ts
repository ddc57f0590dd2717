/** A page whose layout takes more than a text flow. */
const rows = Array.from(
  { length: 80 },
  (_, index) => `<tr><td>Row ${index + 1}</td><td>${index === 0 ? '첫 행' : '행'}</td></tr>`,
);
export const BENIGN = `<!doctype html><html lang="ko"><title>배치</title><style>
.flex { display: flex; gap: 20px } .flex div { flex: 1; border: 2px solid navy; border-radius: 8px; padding: 8px }
.grid { display: grid; grid-template-columns: repeat(3, 1fr) }
table { border-collapse: collapse } td, th { border: 1px solid; padding: 6px }
</style><div class="flex"><div>left box</div><div>오른쪽 상자</div></div>
<div class="grid"><b>one</b><b>two</b><b>three</b></div>
<table><thead><tr><th>Name</th><th>이름</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;

/** A sentence in the encodings of East Asian pages, without a declaration, and with one. */
export const ENCODED: readonly (readonly [encoding: string, text: string, hex: string])[] = [
  ['euc-kr', '안녕하세요 다람쥐', 'bec8b3e7c7cfbcbcbfe420b4d9b6f7c1e3'],
  ['windows-949', '똠방각하 펲시콜라', '8c63b9e6b0a2c7cf20bc84bdc3c4ddb6f3'],
  ['shift_jis', 'こんにちは世界、漢字です', '82b182f182c982bf82cd90a28a4581418abf8e9a82c582b7'],
  ['gb2312', '你好世界，欢迎光临', 'c4e3bac3cac0bde7a3acbbb6d3adb9e2c1d9'],
];

/** A page in that encoding. */
export function encodedPage(hex: string, declared?: string): Uint8Array<ArrayBuffer> {
  const head = declared === undefined ? '' : `<meta charset="${declared}">`;
  const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);
  return Uint8Array.from([
    ...ascii(`<html><head>${head}</head><body><p>`),
    ...Buffer.from(hex, 'hex'),
    ...ascii('</p></body></html>'),
  ]);
}

const ATTACK = 'parent.bakkumAttacked = true';

/** What a style sheet can load, in every notation. */
const HOSTILE_STYLE = `@charset "utf-8"; @import "/probe-import.css"; @import url(/probe-import-url.css) screen; @\\69mport "/probe-import-escaped.css";
@namespace svg url(/probe-namespace); @page { size: 1px 1px; margin: 5000px; background: url(/probe-page.png) } @page :first { size: 9999in }
@font-face { font-family: E; src: url(/probe.woff) } @media all { @font-face { font-family: F; src: url(/probe-media.woff) } }
@layer a { @import "/probe-layer.css"; .e { background: url(/probe-layer.png) } } @supports (color: red) { .e { border-image: url(/probe-border.png) 1 } }
@counter-style c { system: cyclic; symbols: url(/probe-symbol.png) "x" } @property --y { syntax: "<image>"; inherits: true; initial-value: url(/probe-property.png) }
@container (min-width: 1px) { .e { background: url(/probe-container.png) } } @scope (body) { .e { background: url(/probe-scope.png) } }
@keyframes k { from { background: url(/probe-frame.png); transform: rotate(0) } to { background: url(/probe-frame-to.png); transform: rotate(360deg) } }
body { background: url(/probe-bg.png); font-family: E, F } * { animation: k 1ms infinite; transition: all 1ms infinite }
.a { background: image-set("/probe-set.png" 1x); list-style-image: url(/probe-list.png); cursor: url(/probe.cur), auto; content: url(/probe-content.png);
mask: url(/probe.svg#m); --x: url(/probe-var.png); filter: url(/probe-filter.svg#f); clip-path: url(/probe-clip.svg#c); offset-path: url(/probe-path.svg#p);
shape-outside: url(/probe-shape.png); -webkit-mask-image: -webkit-image-set(url(/probe-webkit-set.png) 1x); background-image: cross-fade(url(/probe-fade.png), red) }
.b { background: var(--x) } .c::before { content: url(/probe-before.png) } .c::after { content: ""; display: block; background: url(/probe-after.png) }
.d { background: u\\72l(/probe-escape.png) } .d, .e { & { background-image: url('/probe-nested.png') } } .e { background: src("/probe-src.png") }
.d:hover, .d:not(:hover) { background: url( "/probe-space.png" ) } li::marker { content: url(/probe-marker.png) } p::first-line { background: url(/probe-line.png) }
:is(p, div)::first-letter, .a > ::first-letter, [title="a,)"]::first-letter, :host ::first-letter { background: url(/probe-letter.png) }`;

/** A drawing of 10,000,000,000 copies. */
const BOMB = encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path id="l0" d="M0 0h9v9z"/>${Array.from(
    { length: 10 },
    (_, level) => `<g id="l${level + 1}">${`<use href="#l${level}"/>`.repeat(10)}</g>`,
  ).join('')}</svg>`,
);

/** Every way to load or run something that a page has. */
export const HOSTILE = `<!doctype html><html manifest="/probe-manifest"><head><base href="/probe/"><meta http-equiv="refresh" content="0;url=/probe-refresh">
<meta http-equiv="Content-Security-Policy" content="default-src * 'unsafe-inline'"><meta http-equiv="set-cookie" content="a=b">
<link rel="stylesheet" href="/probe.css"><link rel="preload" as="image" href="/probe-preload.png"><link rel="prefetch" href="/probe-prefetch">
<link rel="dns-prefetch" href="//probe.example"><link rel="preconnect" href="//probe.example"><link rel="icon" href="/probe.ico">
<link rel="modulepreload" href="/probe-module.js"><script type="speculationrules">{"prefetch":[{"urls":["/probe-speculation"]}]}</script>
<style>${HOSTILE_STYLE}</style><script>${ATTACK}</script></head>
<body onload="${ATTACK}" background="/probe-body.png"><img name="body"><img name="documentElement"><img name="fonts"><img src="/probe.png" srcset="/probe-set.png 1x" onerror="${ATTACK}">
<picture><source srcset="/probe-source.png"><img srcset="/probe-srcset.png, /probe-srcset2.png 2x" sizes="1px" lowsrc="/probe-low.png"></picture>
<svg onload="${ATTACK}"><script>${ATTACK}</script><foreignObject><img src="/probe-fo.png"><iframe src="/probe-fo-frame"></iframe></foreignObject>
<image href="/probe-image.png" xlink:href="/probe-xlink.png"/><use href="/probe-use.svg#x"/><use xlink:href="data:image/svg+xml,<svg id='x' onload='${ATTACK}'/>"/>
<filter id="f"><feImage href="/probe-fe.png"/></filter><rect fill="url(/probe-fill.svg#g)" filter="url('/probe-rect.svg#f')" style="mask:url(/probe-mask.svg#m)"/>
<a href="javascript:${ATTACK}"><text>x</text></a><set attributeName="onmouseover" to="${ATTACK}"/><animate attributeName="href" to="/probe-animate"/>
<style>rect { fill: url(/probe-svg-style.svg#x) }</style><pattern id="p" href="/probe-pattern.svg#p"/><textPath href="/probe-text.svg#t"/></svg>
<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9' onload='${ATTACK}'><script>${ATTACK}</script><image href='/probe-in-image.png'/></svg>">
<img src="data:image/svg+xml,${BOMB}"><div style="background: url('data:image/svg+xml,${BOMB}')">bomb</div>
<img src="data:text/html,<script>${ATTACK}</script>"><object type="image/svg+xml" data="data:image/svg+xml,<svg onload='${ATTACK}'/>"></object>
<iframe src="/probe-frame"></iframe><iframe srcdoc="<script>parent.${ATTACK}</script>"></iframe><iframe src="javascript:parent.${ATTACK}"></iframe>
<object data="/probe-object"></object><embed src="/probe-embed"><applet code="/probe-applet"></applet><video poster="/probe-poster.png" src="/probe-video" autoplay></video>
<audio src="/probe-audio" autoplay><track src="/probe-track" default></audio><marquee onstart="${ATTACK}">m</marquee><bgsound src="/probe-bgsound">
<form id="form" action="/probe-form"><input type="image" src="/probe-input.png"><input autofocus onfocus="${ATTACK}"><button formaction="/probe-button">send</button></form>
<a href="javascript:${ATTACK}" ping="/probe-ping">link</a><div class="a b c d e" style="background: url(/probe-style.png); animation: k 1ms infinite">text</div>
<table background="/probe-table.png"><td background="/probe-cell.png">cell</table><ul><li class="a">item</ul><isindex action="/probe-index">
<noscript><p title="</noscript><img src=/probe-mutation onerror='${ATTACK}'>"></noscript><template><img src="/probe-template.png"></template>
<div><template shadowrootmode="open"><img src="/probe-shadow.png" onerror="${ATTACK}"></template></div><link rel="stylesheet" href="/probe-late.css"><link rel="stylesheet" href="look.css">
<math href="javascript:${ATTACK}" xlink:href="/probe-math" onclick="${ATTACK}"><mi href="/probe-mi" style="background:url(/probe-mi.png)">y</mi>
<semantics><mrow><mtext><img src="/probe-mtext.png" onerror="${ATTACK}"><svg onload="${ATTACK}"><a xlink:href="/probe-math-svg">z</a></svg></mtext></mrow>
<annotation-xml encoding="text/html"><img src="/probe-annotation.png" onerror="${ATTACK}"><iframe src="/probe-annotation"></iframe></annotation-xml></semantics>
<maction actiontype="statusline" xlink:href="javascript:${ATTACK}"><mi>a</mi></maction><mstyle mathbackground="url(/probe-math-background.png)"><mn>1</mn></mstyle></math>
<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=/probe-math-mutation onerror='${ATTACK}'&gt;"></mglyph></table></mtext></math>
<math><mi><mglyph><svg><mtext><textarea><path id="</textarea><img src=/probe-math-text onerror='${ATTACK}'>"></path></textarea></mtext></svg></mglyph></mi></math>
<svg><style><img src="/probe-style-image" onerror="${ATTACK}"></style></svg><details open ontoggle="${ATTACK}">more</details>
<svg><desc><img src="/probe-desc" onerror="${ATTACK}"></desc><title><style><img src="/probe-title" onerror="${ATTACK}"></style></title></svg>
<xmp><img src="/probe-xmp" onerror="${ATTACK}"></xmp><plaintext><img src="/probe-plain" onerror="${ATTACK}"></body></html>`;

/** A page as browsers save it with its images and styles. */
export function savedPage(html: string): string {
  const part = (type: string, location: string, content: string): string =>
    `--cut\r\nContent-Type: ${type}\r\nContent-Location: ${location}\r\n\r\n${content}\r\n`;
  const head =
    'From: <Saved>\r\nSubject: Saved page\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="cut"\r\n\r\n';
  const page = part('text/html; charset=utf-8', 'https://example.com/page/', html);
  const style = part('text/css', 'https://example.com/page/look.css', HOSTILE_STYLE);
  return `${head}${page}${style}--cut--\r\n`;
}

const lines = (count: number): string => Array.from({ length: count }, (_, index) => `<p>line${index + 1}.</p>`).join('');

/** Pages whose printed form is easy to get wrong, with what the first page shows and what it does not. */
export const DETAILS: readonly (readonly [what: string, html: string, shown: RegExp, absent: RegExp])[] = [
  ['the description of a missing image', '<img src="https://example.com/a.png" alt="A red fox"><p>x</p>', /A red fox/, /example/],
  [
    'no form control that its style hides',
    '<style>.gone { display: none }</style><select class="gone"><option>secret</select><input hidden value="secret"><input value="here">',
    /here/,
    /secret/,
  ],
  ['columns longer than a page in reading order', `<div style="columns: 2">${lines(120)}</div>`, /line20\./, /line70\./],
  [
    'first letters of their own style',
    '<style>p::first-letter { font-size: 300%; float: left }</style><p>“Once upon a time</p>',
    /“O\s*nce upon/,
    /nce\s+“O/,
  ],
  [
    'the letters of formulas, and no other language beside them',
    '<math><semantics><mfrac><mi>x</mi><mi mathvariant="bold">y</mi></mfrac><annotation encoding="TeX">frac</annotation></semantics></math>',
    /𝑥\s*𝐲/,
    /frac/,
  ],
  ['the beginning of a long row', `<div style="height: 600px">x</div><table><tr><td>${lines(24)}</table>`, /line1\./, /line24\./],
  [
    'everything after images with the names of properties of the document',
    '<img name="body"><img name="documentElement"><img name="fonts"><p>after them</p>',
    /after them/,
    /undefined/,
  ],
  [
    'first letters of lists of selectors and of descendants',
    '<style>:is(p, h1)::first-letter, .in ::first-letter, .in > ::first-letter { text-transform: uppercase }</style><p>one</p><div class="in">two<h2>three</h2></div>',
    /One\s+two\s+Three/,
    /one|Two/,
  ],
  [
    'first letters only where the conditions of their rules hold',
    `<style>${['media (max-width: 9px)', 'supports (color: loud)', 'container (max-width: 9px)', 'scope (.none)']
      .map((condition) => `@${condition} { p::first-letter { text-transform: uppercase } }`)
      .join('')}@supports (color: red) { h1::first-letter { text-transform: uppercase } }</style><h1>one</h1><p>two</p>`,
    /One\s+two/,
    /Two/,
  ],
];
