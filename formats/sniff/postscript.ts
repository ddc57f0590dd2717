import { indexOfText, latin1 } from './bytes.ts';
import { textOf } from './markup.ts';

/** A DOS binary header, or `EPSF` in the first line (Adobe EPSF specification 3.0, section 3.1). */
export function isEps(head: Uint8Array): boolean {
  return head[0] === 0xc5 || /^%!PS-Adobe-\d\.\d\s+EPSF-/.test(latin1(head, 0, 64));
}

export function isPostScript(head: Uint8Array): boolean {
  return /^\u0004?%!/.test(latin1(head, 0, 8)) && !isEps(head);
}

export function isIllustratorPostScript(head: Uint8Array): true | undefined {
  return indexOfText(head.subarray(0, 4096), 'Adobe Illustrator') >= 0 ? true : undefined;
}

/** Plotter commands such as initialize or select pen at the start. */
export function isHpgl(head: Uint8Array): boolean {
  return /^(?:\u001b%-?\d*B)?\s*(?:IN|BP|DF|SP\d*|PU|PD|PA|IP|SC)\s*[;,\d]/.test(textOf(head));
}
