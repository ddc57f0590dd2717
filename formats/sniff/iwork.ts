import { zipNames } from './zip.ts';

/** Members of Pages and Keynote '08 and '09, whose content is one XML file. */
const OF_2009 = /^(?:index\.(?:apxl|xml)|QuickLook\/|buildVersionHistory\.plist|thumbs\/)/;
/** Members of later versions, whose content is Protocol Buffers. */
const OF_LATER = /^(?:Index(?:\/|\.zip)|Data\/|Metadata\/|preview)/;

/** Tests for iWork documents of 2008 and 2009. */
export function isIwork2009(head: Uint8Array, tail?: Uint8Array): boolean {
  const names = [...zipNames(head, tail)];
  return names.some((name) => OF_2009.test(name)) && !names.some((name) => OF_LATER.test(name));
}

/** Tests for later iWork documents. Inconclusive without the members that tell the versions apart. */
export function isLaterIwork(head: Uint8Array, tail?: Uint8Array): boolean | undefined {
  if (isIwork2009(head, tail)) return false;
  return [...zipNames(head, tail)].some((name) => OF_LATER.test(name)) ? true : undefined;
}
