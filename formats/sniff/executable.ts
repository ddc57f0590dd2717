import { hasText, u16, u32 } from './bytes.ts';
import { zipMembers } from './zip.ts';

/** The header at the offset stored in byte 60 is `PE`, or `NE`, `LE`, `LX` of older Windows and OS/2. */
export function isPortableExecutable(head: Uint8Array): boolean {
  const header = u32(head, 60, true);
  return ['PE\0\0', 'NE', 'LE', 'LX'].some((name) => header >= 64 && hasText(head, name, header));
}

/**
 * `cafebabe` starts both universal Mach-O files and Java classes: the next number is a CPU count in the former, a version (45 or
 * higher) in the latter.
 */
export function isMachO(head: Uint8Array): boolean {
  return u32(head, 0, false) !== 0xcafebabe || (u32(head, 4, false) > 0 && u32(head, 4, false) < 40);
}

export function isJavaClass(head: Uint8Array): boolean {
  return u16(head, 6, false) >= 43;
}

/** A manifest next to classes; a zip that only has a `META-INF` folder is something else. */
export function isJar(head: Uint8Array): true | undefined {
  const names = [...zipMembers(head)].map((member) => member.name);
  const manifest = names.includes('META-INF/MANIFEST.MF');
  return manifest && names.some((name) => name.endsWith('.class')) ? true : undefined;
}
