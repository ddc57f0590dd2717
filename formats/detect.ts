import type { Format } from './format.ts';
import { type FileBytes, signatureLength } from './signature.ts';
import { indexOfText } from './sniff/bytes.ts';
import { isEncryptedOffice } from './sniff/compound.ts';
import { isEncryptedZip } from './sniff/zip.ts';

/** Known data of a file before it is opened. `head` is its first 64 KiB, `tail` its last KiB, or less. */
export type DetectionInput = FileBytes & { readonly name?: string };

export type Detection = {
  /** Absent if neither content nor name identifies the format. */
  readonly format?: Format;
  readonly by: 'content' | 'extension' | 'none';
  /** The format the name claims, if the content is another. */
  readonly claimed?: Format;
  /** Present and true if the beginning shows that a password is required. */
  readonly encrypted?: true;
};

export const HEAD_BYTES = 64 * 1024;
export const TAIL_BYTES = 1024;

/** Reads only what detection needs. */
export async function readHead(
  blob: Blob,
): Promise<{ readonly head: Uint8Array; readonly tail: Uint8Array; readonly size: number }> {
  const [head, tail] = await Promise.all([
    blob.slice(0, HEAD_BYTES).arrayBuffer(),
    blob.slice(Math.max(0, blob.size - TAIL_BYTES)).arrayBuffer(),
  ]);
  return { head: new Uint8Array(head), tail: new Uint8Array(tail), size: blob.size };
}

/**
 * Detects the format of a file: by content (the most specific signature, custom tests before bare bytes), then by extension. An
 * extension chooses between formats that match equally well, and never overrides a clear signature.
 */
export function detectFormat(input: DetectionInput, formats: readonly Format[]): Detection {
  const byName = formatsNamed(input.name, formats);
  const format = byContent(input, formats, byName);
  const encrypted = isEncrypted(input, format) ? { encrypted: true as const } : {};
  if (format) {
    const claimed = byName.length > 0 && !byName.includes(format) ? byName[0] : undefined;
    return { format, by: 'content', ...(claimed ? { claimed } : {}), ...encrypted };
  }
  const named = byName.find((candidate) => !candidate.signatures && !candidate.matches) ?? byName[0];
  return named ? { format: named, by: 'extension', ...encrypted } : { by: 'none', ...encrypted };
}

type Evidence = { readonly format: Format; readonly named: boolean; readonly weight: number };

function byContent(input: DetectionInput, formats: readonly Format[], byName: readonly Format[]): Format | undefined {
  const found = formats.flatMap((format) => evidenceFor(format, input, byName.includes(format)));
  const strong = found.filter((evidence) => !evidence.format.weak || evidence.named);
  if (strong.length > 0) return heaviest(strong);
  return byName.length === 0 ? heaviest(found) : undefined;
}

/** A successful test weighs as much as this many signature bytes, because it checks more than one place. */
const TEST_WEIGHT = 8;
const WEAK_TEST_WEIGHT = 1;

function evidenceFor(format: Format, input: DetectionInput, named: boolean): readonly Evidence[] {
  if (!format.signatures && !format.matches) return [];
  const bytes = Math.max(0, ...(format.signatures ?? []).map((signature) => signatureLength(signature, input)));
  if (format.signatures && bytes === 0) return [];
  const tested = format.matches ? format.matches(input.head, input.tail) : 'untested';
  if (tested === false || (tested === undefined && !named)) return [];
  const test = format.weak ? WEAK_TEST_WEIGHT : TEST_WEIGHT;
  return [{ format, named, weight: bytes + (tested === true ? test : 0) }];
}

/** Returns the most specific evidence; ties are broken by the name, then by table order. */
function heaviest(found: readonly Evidence[]): Format | undefined {
  const best = found.reduce<Evidence | undefined>((leader, next) => {
    if (!leader || next.weight > leader.weight) return next;
    return next.weight === leader.weight && next.named && !leader.named ? next : leader;
  }, undefined);
  return best?.format;
}

/** Returns formats of the longest known extension: `a.tar.gz` is looked up as `tar.gz`, then as `gz`. */
function formatsNamed(name: string | undefined, formats: readonly Format[]): readonly Format[] {
  const parts = (name ?? '').toLowerCase().split('.').slice(1);
  for (let start = Math.max(0, parts.length - 2); start < parts.length; start += 1) {
    const extension = parts.slice(start).join('.');
    const named = formats.filter(
      (format) => format.family !== 'interchange' && !format.fallback && format.extensions.includes(extension),
    );
    if (named.length > 0) return named;
  }
  return [];
}

function isEncrypted({ head, tail }: DetectionInput, format: Format | undefined): boolean {
  if (isEncryptedZip(head, tail)) return true;
  // A compound file that is recognized by its own streams may contain an encrypted document, such as an email with an attachment.
  if (isEncryptedOffice(head) && format?.matches?.(head) !== true) return true;
  const isPdf = indexOfText(head.subarray(0, 1024), '%PDF-') >= 0;
  return isPdf && [head, tail].some((part) => part !== undefined && indexOfText(part, '/Encrypt') >= 0);
}
