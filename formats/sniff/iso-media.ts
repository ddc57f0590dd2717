import { latin1, u32 } from './bytes.ts';

/**
 * Tests for ISO base media files (MP4, HEIF, AVIF, CR3, 3GP …) by brand: the major brand or, if that is a structural brand of
 * HEIF (`mif1`, `msf1`), the compatible ones. ISO/IEC 14496-12, 4.3.
 */
export function ftypIs(...brands: readonly string[]): (head: Uint8Array) => boolean {
  return (head) => {
    const found = brandsOf(head);
    if (found === undefined) return false;
    if (brands.includes(found.major)) return true;
    return STRUCTURAL.has(found.major) && found.compatible.some((brand) => !STRUCTURAL.has(brand) && brands.includes(brand));
  };
}

const STRUCTURAL: ReadonlySet<string> = new Set(['mif1', 'msf1', 'miaf', 'MiHE', 'MiHB']);

function brandsOf(head: Uint8Array): { readonly major: string; readonly compatible: readonly string[] } | undefined {
  if (latin1(head, 4, 8) !== 'ftyp') return undefined;
  const end = Math.min(u32(head, 0, false), head.length, 512);
  const compatible: string[] = [];
  for (let offset = 16; offset + 4 <= end; offset += 4) compatible.push(latin1(head, offset, offset + 4));
  return { major: latin1(head, 8, 12), compatible };
}

/**
 * HEIF images coded as HEVC, and those whose brands name no codec, which are read as HEIC because it is by far the most common.
 */
export function isHeif(head: Uint8Array): boolean {
  const found = brandsOf(head);
  if (found === undefined) return false;
  if (HEVC_BRANDS.has(found.major)) return true;
  return STRUCTURAL.has(found.major) && !found.compatible.some((brand) => OTHER_PICTURE_BRANDS.has(brand));
}

const HEVC_BRANDS: ReadonlySet<string> = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']);
const OTHER_PICTURE_BRANDS: ReadonlySet<string> = new Set(['avif', 'avis']);

/** Apple's audio brands are conclusive; other writers use general brands, and only the extension indicates audio. */
export function isMpeg4Audio(head: Uint8Array): boolean | undefined {
  const major = brandsOf(head)?.major;
  if (major === undefined) return false;
  if (['M4A ', 'M4P '].includes(major)) return true;
  return GENERAL_BRANDS.has(major) ? undefined : false;
}

/** Apple has a brand for audiobooks; other writers use that of any MPEG-4 audio, so the extension decides. */
export function isAudiobook(head: Uint8Array): boolean | undefined {
  return brandsOf(head)?.major === 'M4B ' || isMpeg4Audio(head);
}

const GENERAL_BRANDS: ReadonlySet<string> = new Set(['isom', 'iso2', 'iso4', 'iso5', 'iso6', 'mp41', 'mp42', 'dash']);
