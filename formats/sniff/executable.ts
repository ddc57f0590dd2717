import { hasText, u16, u32 } from './bytes.ts';
import { zipMembers } from './zip.ts';

/** The header at the offset in byte 60 says `PE`, or `NE`, `LE`, `LX` of older Windows and OS/2. */
export function isPortableExecutable(head: Uint8Array): boolean {
  const header = u32(head, 60, true);
  return ['PE\0\0', 'NE', 'LE', 'LX'].some((name) => header >= 64 && hasText(head, name, header));
}

/** `cafebabe` begins fat Mach-O files and Java classes: the next number is a count of CPUs there, a version (45 on) here. */
export function isMachO(head: Uint8Array): boolean {
  return u32(head, 0, false) !== 0xcafebabe || (u32(head, 4, false) > 0 && u32(head, 4, false) < 40);
}

export function isJavaClass(head: Uint8Array): boolean {
  return u16(head, 6, false) >= 43;
}

/** A manifest beside classes; a zip that merely has a `META-INF` folder is something else. */
export function isJar(head: Uint8Array): true | undefined {
  const names = [...zipMembers(head)].map((member) => member.name);
  const manifest = names.includes('META-INF/MANIFEST.MF');
  return manifest && names.some((name) => name.endsWith('.class')) ? true : undefined;
}
