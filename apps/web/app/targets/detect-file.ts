import { type Detection, detectFormat, readHead } from '@bakkum/formats/detect';
import { publicFormats } from '@bakkum/registry/catalogue';
import { type PictureTraits, pictureTraits } from '@bakkum/registry/targets/picture-traits';

/** Reads the format of a file, and what its header says about a picture. Nothing leaves the device. */
export async function detectFile(file: File): Promise<Detection & { readonly traits: PictureTraits }> {
  const parts = await readHead(file);
  const detection = detectFormat({ ...parts, name: file.name }, publicFormats());
  return { ...detection, traits: detection.format ? pictureTraits(detection.format.id, parts.head) : {} };
}
