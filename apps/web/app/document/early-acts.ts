/**
 * What somebody does on a page before its scripts are there. Over a slow line that is seconds: whatever is pressed, typed, chosen
 * or dropped then is kept, and done once the page can do it.
 */

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
  drop?: Drop | undefined;
  /** React hears what is done from here on, also while it still wakes the page. */
  isHeard?: boolean;
};

const KEPT_AS = 'bakkumEarly';

/**
 * Inline and ahead of the page, allowed by its hash. What browsers do on their own is left to them: links, `details`, typing. A
 * form is never sent by the browser itself, which would put what was typed into the address.
 */
export const EARLY_SCRIPT = `(()=>{const early=globalThis.${KEPT_AS}={acts:[]};
const hear=(type,listen,always)=>addEventListener(type,event=>{if(globalThis.${KEPT_AS}===early&&(always||!early.isHeard))listen(event,event.target)},true);
const keep=act=>{const last=early.acts.at(-1);if(last?.kind!==act.kind||last.at!==act.at)early.acts.push(act)};
hear('click',(event,target)=>{const button=target.closest?.('button');if(button&&!(button.form&&button.type==='submit'))keep({kind:'click',at:button})});
hear('submit',(event,target)=>{event.preventDefault();keep({kind:'submit',at:target,by:event.submitter})});
for(const type of ['input','change'])hear(type,(event,target)=>keep({kind:'value',at:target}));
hear('compositionstart',(event,target)=>{early.composing=target},true);
hear('compositionend',()=>{early.composing=undefined},true);
const brings=event=>event.dataTransfer?.types.includes('Files');
hear('dragover',event=>{if(brings(event))event.preventDefault()},true);
hear('drop',event=>{if(!brings(event))return;event.preventDefault();event.stopPropagation();const{files,items}=event.dataTransfer;
early.drop={files:[...files],entries:[...items].flatMap(item=>item.webkitGetAsEntry?.()??[])}},true)})()`;

/** To be called when React begins to listen: what is done then it does itself, and would be done twice. */
export function endEarlyActs(): void {
  const early = kept();
  if (early) early.isHeard = true;
}

/** The files that were dropped, for whoever takes files; once. */
export function takeEarlyDrop(): Drop | undefined {
  const early = kept();
  const drop = early?.drop;
  if (early) early.drop = undefined;
  return drop;
}

/** Does what was kept, in its order. To be called when all that is there hears what is done to it. */
export function doEarlyActs(): void {
  const early = kept();
  if (!early) return;
  Reflect.deleteProperty(globalThis, KEPT_AS);
  for (const act of early.acts) if (act.at.isConnected) redo(act, early.composing === act.at);
}

function kept(): Early | undefined {
  const early: unknown = Reflect.get(globalThis, KEPT_AS);
  return isEarly(early) ? early : undefined;
}

function isEarly(value: unknown): value is Early {
  return typeof value === 'object' && value !== null && 'acts' in value;
}

function redo(act: Act, isComposing: boolean): void {
  if (act.kind === 'click') act.at.click();
  else if (act.kind === 'submit') act.at.requestSubmit(act.by);
  else if (isComposing) act.at.addEventListener('compositionend', () => tellValue(act.at), { once: true });
  else tellValue(act.at);
}

/**
 * React tells of a value only where it differs from the one that it knows, and it knows the one it found. Hence it is taken away,
 * which React sees, and put back behind it.
 */
function tellValue(field: Element): void {
  const isInput = field instanceof HTMLInputElement;
  if (isInput && (field.type === 'checkbox' || field.type === 'radio')) {
    field.checked = !field.checked;
    field.click();
  } else if ((isInput && field.type !== 'file') || field instanceof HTMLTextAreaElement) {
    const { value } = field;
    field.value = '';
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  } else field.dispatchEvent(new Event('change', { bubbles: true }));
}
