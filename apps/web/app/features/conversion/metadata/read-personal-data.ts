/** Reads the metadata of an image. Loaded on demand. */
import { type ExtractableFormat, extractMetadata } from '@bakkum/image-metadata/extract';
import { type PersonalData, readPersonalData } from '@bakkum/image-metadata/personal';

const READABLE: readonly ExtractableFormat[] = ['jpeg', 'png', 'webp', 'tiff', 'avif', 'heic', 'jxl'];

/** Returns what an image says about people and places; empty for formats whose metadata is not read. */
export async function personalDataOf(file: Blob, formatId: string): Promise<PersonalData> {
  const format = READABLE.find((each) => each === formatId);
  if (!format) return {};
  const { exif } = await extractMetadata(new Uint8Array(await file.arrayBuffer()), format);
  return exif ? readPersonalData(exif) : {};
}
