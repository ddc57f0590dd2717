/**
 * What somebody does on a page before its scripts are there. Over a slow line that is seconds: whatever is pressed, typed, chosen
 * or dropped then is kept, and done once the page can do it.
 */

import { nextTask } from './next-task.ts';

type Act =
  | { readonly kind: 'click'; readonly at: HTMLElement }
  | { readonly kind: 'submit'; readonly at: HTMLFormElement; readonly by: HTMLElement | null }
  | { readonly kind: 'value'; readonly at: Element };

/** What a drop brings. Both must be read while its event lasts. */
export type Drop = { readonly files: readonly File[]; readonly entries: readonly FileSystemEntry[] };

type Early = {
  readonly acts: readonly Act[];
  /** Where an input method is about to write: the field is left alone until it has. */
  readonly composing?: EventTarget | undefined;
  drop?: (Drop & { readonly on: string }) | undefined;
  /** The page hears everything itself. */
  isOver?: boolean;
};

const KEPT_AS = 'bakkumEarly';
/** Of a button that opens the chooser of a file input, and of the input: of the same value. */
export const CHOOSES = 'data-chooses';

/**
 * Inline and ahead of the page, allowed by its hash. What browsers do on their own is left to them: links, `details`, typing. A
 * form is never sent by the browser itself, which would put what was typed into the address. React hears nothing of what is kept,
 * or it would be done twice: it listens before it can answer. Files are chosen at once: a press opens the chooser for some seconds
 * only.
 */
export const EARLY_SCRIPT = `(()=>{const early=globalThis.${KEPT_AS}={acts:[]};
const hear=(type,listen)=>addEventListener(type,event=>{if(!early.isOver)listen(event,event.target)},true);
const keep=act=>{const last=early.acts.at(-1);if(last?.kind!==act.kind||last.at!==act.at)early.acts.push(act)};
const chosen=value=>[...document.querySelectorAll('input[${CHOOSES}]')].find(input=>input.getAttribute('${CHOOSES}')===value);
hear('click',(event,target)=>{const button=target.closest?.('button');if(!button||button.form&&button.type==='submit')return;
event.stopPropagation();const input=button.hasAttribute('${CHOOSES}')&&chosen(button.getAttribute('${CHOOSES}'));
if(input)input.click();else keep({kind:'click',at:button})});
hear('submit',(event,target)=>{event.preventDefault();event.stopPropagation();keep({kind:'submit',at:target,by:event.submitter})});
for(const type of ['input','change'])hear(type,(event,target)=>keep({kind:'value',at:target}));
hear('compositionstart',(event,target)=>{early.composing=target});
hear('compositionend',()=>{early.composing=undefined});
const brings=event=>event.dataTransfer?.types.includes('Files');
hear('dragover',event=>{if(brings(event))event.preventDefault()});
hear('drop',event=>{if(!brings(event))return;event.preventDefault();event.stopPropagation();const{files,items}=event.dataTransfer;
early.drop={on:location.pathname,files:[...files],entries:[...items].flatMap(item=>item.webkitGetAsEntry?.()??[])}})})()`;

/** The files that were dropped on this page, for whoever takes files; once. */
export function takeEarlyDrop(): Drop | undefined {
  const early = kept();
  const drop = early?.drop;
  if (early) early.drop = undefined;
  return drop?.on === location.pathname ? drop : undefined;
}

/**
 * Does what was kept, in its order, each when the page has answered what came before. To be called when all that is there hears
 * what is done to it; values are read at once, as React soon puts back those it was not told of.
 */
export function doEarlyActs(): void {
  const early = kept();
  if (!early || early.isOver) return;
  const redoings = (acts: readonly Act[]): readonly (() => void)[] =>
    acts.filter(isLastOfField).map((act) => redoing(act, early.composing === act.at));
  const known = early.acts.length;
  const first = redoings(early.acts);
  void (async () => {
    await nextTask();
    // Nobody else heard of what was done until now.
    early.isOver = true;
    for (const redo of [...first, ...redoings(early.acts.slice(known))]) {
      redo();
      await nextTask();
    }
  })();
}

function kept(): Early | undefined {
  const early: unknown = Reflect.get(globalThis, KEPT_AS);
  return isEarly(early) ? early : undefined;
}

function isEarly(value: unknown): value is Early {
  return typeof value === 'object' && value !== null && 'acts' in value;
}

/** Of several values of a field the last counts, and of buttons of which one is chosen the one that is. */
function isLastOfField(act: Act, place: number, acts: readonly Act[]): boolean {
  if (act.kind !== 'value') return true;
  if (act.at instanceof HTMLInputElement && act.at.type === 'radio' && !act.at.checked) return false;
  return !acts.some((later, at) => at > place && later.kind === 'value' && later.at === act.at);
}

function redoing(act: Act, isComposing: boolean): () => void {
  const redo = redoOf(act);
  const redoIfThere = (): void => {
    if (act.at.isConnected) redo();
  };
  return isComposing ? () => act.at.addEventListener('compositionend', redoIfThere, { once: true }) : redoIfThere;
}

function redoOf(act: Act): () => void {
  if (act.kind === 'click') return () => act.at.click();
  if (act.kind === 'submit') return () => act.at.requestSubmit(act.by);
  return tellingValue(act.at);
}

/**
 * Puts the value that a field has now into it again. React tells of one only where it differs from the one that it knows, and it
 * knows what it found: hence another is put first, which it sees, and then the value behind its back.
 */
function tellingValue(field: Element): () => void {
  const change = (): unknown => field.dispatchEvent(new Event('change', { bubbles: true }));
  if (field instanceof HTMLSelectElement) {
    const { value } = field;
    return () => {
      field.value = value;
      change();
    };
  }
  const isText = field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type !== 'file');
  if (!isText) return change;
  if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
    const { checked } = field;
    return () => {
      field.checked = !checked;
      field.click();
    };
  }
  const { value } = field;
  return () => {
    field.value = value === '' ? '0' : '';
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
}
