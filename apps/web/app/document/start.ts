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

/**
 * Inline, after the scripts it starts; allowed by its hash, as the module is by its own. A page that nobody looks at has no frames:
 * it wakes at once, also when it is turned away from before its first one. The load event waits for the scripts as it always did,
 * since programs take it for the sign that a page is there: a document that is being written holds it until they are asked for
 * (https://html.spec.whatwg.org/multipage/document-lifecycle.html#delay-the-load-event).
 */
export const START_SCRIPT = `(()=>{let started;const frame=document.createElement('iframe');
const start=()=>{if(started)return;started=true;
for(const link of document.querySelectorAll('link[rel=held-module]'))link.rel='modulepreload';
for(const held of document.querySelectorAll('script[type=held-module]')){const script=document.createElement('script');script.type='module';script.textContent=held.textContent;document.head.append(script)}
setTimeout(()=>frame.remove())};
if(document.hidden)return start();
frame.hidden=true;document.body.append(frame);frame.contentDocument?.open();
requestAnimationFrame(()=>setTimeout(start));addEventListener('visibilitychange',start,{once:true})})()`;
