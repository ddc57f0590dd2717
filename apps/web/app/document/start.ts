/**
 * When a page wakes. It arrives as a document that can be read; its scripts are asked for once the first frame of it is on the
 * screen, so that over a slow line nothing comes before what it is drawn with.
 */

/** React Router's own markup for its scripts, and what it becomes until then: of a kind that browsers do not know. */
const HELD = [
  ['<link rel="modulepreload"', '<link rel="held-module"'],
  ['<script type="module"', '<script type="held-module"'],
] as const;

/** @param html a whole document, as it is sent */
export function holdScripts(html: string): string {
  return HELD.reduce((text, [now, held]) => text.replaceAll(now, held), html);
}

/** Set on the root while parts of the page that nobody sees yet are still to be laid out (app.css). */
const UNFOLDING = 'unfolding';
/** Set on a part that is laid out. */
const UNFOLDED = 'unfolded';
/** Elements that are laid out in one frame, about: some milliseconds on a slow phone. */
const IN_ONE_FRAME = 100;

/** Inline and ahead of the page. Where a page is not begun at its top, its height must be right at once. */
export const UNFOLD_SCRIPT = `if(!location.hash&&!document.hidden&&performance.getEntriesByType('navigation')[0]?.type==='navigate')document.documentElement.dataset.${UNFOLDING}='';`;

/**
 * Inline, after the scripts it starts; allowed by its hash, as the module is by its own. After the first frame the rest of the
 * page is laid out, some in each. A page that nobody looks at has no frames: everything at once then, also when it is turned
 * away from.
 */
export const START_SCRIPT = `(()=>{const root=document.documentElement,rest=[...document.querySelectorAll('main section,footer')];let started;
const frame=then=>requestAnimationFrame(()=>setTimeout(then));
const unfold=()=>{let elements=0;while(rest.length>0&&elements<${IN_ONE_FRAME}){const part=rest.shift();part.dataset.${UNFOLDED}='';elements+=part.getElementsByTagName('*').length}
if(rest.length>0&&!document.hidden)frame(unfold);else delete root.dataset.${UNFOLDING}};
const start=()=>{if(started)return;started=true;
for(const link of document.querySelectorAll('link[rel=held-module]'))link.rel='modulepreload';
for(const held of document.querySelectorAll('script[type=held-module]')){const script=document.createElement('script');script.type='module';script.textContent=held.textContent;document.head.append(script)}
unfold()};
if(document.hidden)return start();
frame(start);addEventListener('visibilitychange',start,{once:true})})()`;
