import { hasText } from './bytes.ts';
import { compoundHolds } from './compound.ts';
import { zipHolds } from './zip.ts';

const isCompound = (head: Uint8Array): boolean => head[0] === 0xd0;

/**
 * Office Open XML by the folder of its parts. Inside a compound file it is encrypted, and only the extension distinguishes the
 * three formats.
 */
function officeFolder(folder: string): (head: Uint8Array) => boolean | undefined {
  const holds = zipHolds(folder);
  return (head) => (isCompound(head) ? encryptedOnly(head) : holds(head));
}

function encryptedOnly(head: Uint8Array): false | undefined {
  return compoundHolds('WordDocument', 'Workbook', 'PowerPoint Document')(head) ? false : undefined;
}

export const isWordprocessing: (head: Uint8Array) => boolean | undefined = officeFolder('word/');
export const isSpreadsheetml: (head: Uint8Array) => boolean | undefined = officeFolder('xl/');
export const isPresentationml: (head: Uint8Array) => boolean | undefined = officeFolder('ppt/');

/** Version 5 is a compound file with its text in `BodyText`, or `ViewText` if read-only; version 3 starts with its name. */
export function isHwp(head: Uint8Array): true | undefined {
  if (hasText(head, 'HWP Document File V', 0)) return true;
  return compoundHolds('HwpSummaryInformation', '\u0005HwpSummaryInformation', 'BodyText', 'ViewText')(head);
}

/** Excel 5 to 2003 in a compound file; earlier versions are a bare stream that starts with a BOF record. */
export function isXls(head: Uint8Array): boolean | undefined {
  if (isCompound(head)) return compoundHolds('Workbook', 'Book')(head);
  return [4, 6, 8, 16].includes(head[2] ?? 0) && head[3] === 0;
}

/** Versions 7 and later are compound files. */
export function isQuattroPro(head: Uint8Array): true | undefined {
  return isCompound(head) ? compoundHolds('PerfectOffice_MAIN', 'NativeContent_MAIN')(head) : true;
}
