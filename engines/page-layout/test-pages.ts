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

/** 안녕하세요 in EUC-KR, without a declaration. */
const KOREAN = [0xbe, 0xc8, 0xb3, 0xe7, 0xc7, 0xcf, 0xbc, 0xbc, 0xbf, 0xe4];
const ascii = (text: string): readonly number[] => [...new TextEncoder().encode(text)];
export const KOREAN_BYTES = Uint8Array.from([...ascii('<html><body><p>'), ...KOREAN, ...ascii('</p></body></html>')]);

const ATTACK = 'parent.bakkumAttacked = true';

/** Every way to load or run something that a page has. */
export const HOSTILE = `<!doctype html><html><head><base href="/probe/"><meta http-equiv="refresh" content="0;url=/probe-refresh">
<link rel="stylesheet" href="/probe.css"><link rel="preload" as="image" href="/probe-preload.png"><link rel="prefetch" href="/probe-prefetch">
<style>@import "/probe-import.css"; @font-face { font-family: E; src: url(/probe.woff) } body { background: url(/probe-bg.png); font-family: E }
.a { background: image-set("/probe-set.png" 1x); list-style-image: url(/probe-list.png); cursor: url(/probe.cur), auto; content: url(/probe-content.png);
mask: url(/probe.svg#m); --x: url(/probe-var.png) } .b { background: var(--x) } .c::before { content: url(/probe-before.png) }
.d { background: u\\72l(/probe-escape.png) }</style><script>${ATTACK}</script></head>
<body onload="${ATTACK}" background="/probe-body.png"><img src="/probe.png" srcset="/probe-set.png 1x" onerror="${ATTACK}">
<svg onload="${ATTACK}"><script>${ATTACK}</script><foreignObject><img src="/probe-fo.png"></foreignObject><image href="/probe-image.png"/>
<use href="/probe-use.svg#x"/></svg><iframe src="/probe-frame"></iframe><iframe srcdoc="<script>parent.${ATTACK}</script>"></iframe>
<object data="/probe-object"></object><embed src="/probe-embed"><video poster="/probe-poster.png" src="/probe-video" autoplay></video>
<form action="/probe-form"><input type="image" src="/probe-input.png"><input autofocus onfocus="${ATTACK}"></form>
<a href="javascript:${ATTACK}" ping="/probe-ping">link</a><div class="a b c d" style="background: url(/probe-style.png)">text</div>
<noscript><p title="</noscript><img src=/probe-mutation onerror='${ATTACK}'>"></noscript>
<svg><style><img src="/probe-style-image" onerror="${ATTACK}"></style></svg><details open ontoggle="${ATTACK}">more</details></body></html>`;
