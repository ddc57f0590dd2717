const PRELOAD = /<link rel="modulepreload" href="([^"]+)"\/>/g;
const START = /<script type="module" async="">([\s\S]*?)<\/script>/;

/**
 * Draws the page first and brings it to life then. React Router asks for all scripts at once and with high priority, and leaves no
 * choice; on a slow line they are half of what a first visit loads, and come between the reader and the words. So its two pieces of
 * markup are put differently here. A page nobody looks at (opened in another tab) is not drawn, and does not wait for it.
 */
export function startAfterPaint(html: string): string {
  const [whole, start = ''] = START.exec(html) ?? [];
  if (!whole) return html;
  const scripts = [...html.matchAll(PRELOAD)].map(([, path = '']) => path);
  return html.replaceAll(PRELOAD, '').replace(whole, () => `<script>${starter(scripts, start)}</script>`);
}

function starter(scripts: readonly string[], start: string): string {
  const inOrder = start
    .replaceAll(/import\s+("[^"]+")/g, 'await import($1)')
    .replaceAll(/import\s+\*\s+as\s+(\w+)\s+from\s+("[^"]+")/g, 'const $1 = await import($2)');
  return `{
const start = async () => {
for (const href of ${JSON.stringify(scripts)}) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
${inOrder}
};
if (document.hidden) start(); else requestAnimationFrame(() => setTimeout(start));
}`;
}
