import { hasText, latin1 } from './bytes.ts';
import { textOf } from './markup.ts';
import { zipHolds } from './zip.ts';

/** RIFF since version 3, a zip since X4. */
export function isCorel(head: Uint8Array): true | undefined {
  return hasText(head, 'RIFF', 0) ? true : zipHolds('content/riffData.cdr', 'content/root.dat')(head);
}

/** `AC10` and two digits since release 10; earlier `AC1.2` and similar. */
export function isDwg(head: Uint8Array): boolean {
  return /^AC1(?:0\d\d|\.\d|2\.)/.test(latin1(head, 0, 6));
}

/** The binary form, or group codes in lines: comments (999), then the first section. */
export function isDxf(head: Uint8Array): boolean {
  if (hasText(head, 'AutoCAD Binary DXF', 0)) return true;
  return /^\s*(?:999\r?\n[^\n]*\n\s*)*0\r?\nSECTION\r?\n/.test(textOf(head));
}

/** A Lottie animation begins with its frame rate, start, end and size. */
export function isLottie(head: Uint8Array): boolean {
  const [top = ''] = textOf(head)
    .replace(/"meta"\s*:\s*\{[^{}]*\}/, '')
    .replace(/^\s*\{/, '')
    .split(/[{]/, 1);
  return (
    /^\s*\{/.test(textOf(head)) && ['fr', 'ip', 'op', 'w', 'h'].every((name) => new RegExp(`"${name}"\\s*:\\s*[\\d.-]`).test(top))
  );
}
