/**
 * Inline script that guards the page until React has hydrated it (`data-hydrated`, set in root.tsx): a dropped file must not open in
 * place of the page, and the browser must not submit a form, which would discard what was typed.
 */
export const BEFORE_HYDRATION_SCRIPT = `for(const type of ['dragover','drop','submit'])addEventListener(type,event=>{
if(document.documentElement.dataset.hydrated)return;
if(type==='submit'||event.dataTransfer?.types.includes('Files'))event.preventDefault()});`;
