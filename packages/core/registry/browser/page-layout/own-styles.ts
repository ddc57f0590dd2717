/** Rules for every document: lines of code wrap on paper, and letters keep the widths of their typefaces. */
export const BASE_STYLE = `
html { color-scheme: light only !important; text-size-adjust: none !important; scrollbar-width: none !important; }
*, *::before, *::after {
  font-kerning: none !important;
  font-variant-ligatures: none !important;
  font-feature-settings: normal !important;
  font-variation-settings: normal !important;
  font-optical-sizing: none !important;
  font-synthesis: none !important;
  hyphens: manual !important;
  animation: none !important;
  transition: none !important;
  content-visibility: visible !important;
}
pre { white-space: pre-wrap !important; overflow-wrap: anywhere; }
img, svg { break-inside: avoid; }
`;

/** Below the styles of the document. */
export const FORMULA_STYLE = 'math[display="block" i] { margin: 0.5em 0; }';

/** On a screen, lines are no longer than a reader can follow. */
const PLAIN_ON_SCREEN = 'body { box-sizing: border-box; max-width: 58em; margin: 0 auto; padding: 2em; }';

/** For documents without styles, as from Markdown. */
export const plainStyle = (medium: 'print' | 'screen'): string => PLAIN + (medium === 'screen' ? PLAIN_ON_SCREEN : '');

const PLAIN = `
html { font: 15px/1.6 sans-serif; color: #1f2328; }
body { margin: 0; overflow-wrap: break-word; }
h1, h2, h3, h4, h5, h6 { margin: 1.5em 0 0.65em; line-height: 1.25; font-weight: 600; }
h1 { font-size: 2em; padding-bottom: 0.3em; border-bottom: 1px solid #d1d9e0; }
h2 { font-size: 1.5em; padding-bottom: 0.3em; border-bottom: 1px solid #d1d9e0; }
h3 { font-size: 1.25em; }
h4 { font-size: 1em; }
h5 { font-size: 0.875em; }
h6 { font-size: 0.85em; color: #59636e; }
body > :first-child { margin-top: 0; }
p, blockquote, ul, ol, dl, table, pre, figure { margin: 0 0 1em; }
ul, ol { padding-left: 2em; }
li > p { margin: 0.6em 0; }
li + li { margin-top: 0.25em; }
a { color: #0969da; }
blockquote { padding: 0 1em; color: #59636e; border-left: 0.25em solid #d1d9e0; }
code, kbd, samp, tt { font-family: monospace; font-size: 0.88em; background: #f1f3f5; padding: 0.15em 0.35em; border-radius: 5px; }
pre { font-family: monospace; font-size: 0.88em; line-height: 1.45; padding: 1em; background: #f6f8fa; border-radius: 6px; }
pre code { padding: 0; background: none; font-size: 1em; }
table { border-collapse: collapse; }
th, td { padding: 0.4em 0.8em; border: 1px solid #d1d9e0; text-align: left; vertical-align: top; }
th { font-weight: 600; background: #f6f8fa; }
hr { height: 0; border: 0; border-top: 2px solid #d1d9e0; margin: 1.5em 0; }
img { max-width: 100%; height: auto; }
figcaption { color: #59636e; font-size: 0.9em; }
dt { font-weight: 600; }
dd { margin: 0 0 0.6em 1.5em; }
mark { background: #fff8c5; }
`;
