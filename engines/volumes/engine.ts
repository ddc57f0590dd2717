import { type Engine, type FormatId, readInput, type Warning } from '@bakkum/conversion/engine';
import { readDicom } from './dicom.ts';
import { readMetaImage, readMrc, readNrrd } from './fields.ts';
import { readNifti } from './nifti.ts';
import { rasterFrom } from './shades.ts';
import type { Volume } from './volume.ts';

const READERS: Readonly<Record<FormatId, (file: Uint8Array<ArrayBuffer>) => Volume | Promise<Volume>>> = {
  dcm: readDicom,
  nifti: readNifti,
  nrrd: readNrrd,
  metaimage: readMetaImage,
  mrc: readMrc,
};

const MAX_BYTES = 512 * 1024 * 1024;

/** Renders medical and scientific volumes as images. */
export const engine: Engine = {
  async convert({ inputs, from, options }, context) {
    context.signal.throwIfAborted();
    const file = await readInput(inputs[0], MAX_BYTES);
    const reader = READERS[from];
    if (!reader) throw new RangeError(`no measurements in ${from}`);
    const volume = await reader(file);
    context.signal.throwIfAborted();
    const isPatient = from === 'dcm';
    const content = rasterFrom(volume, String(options['window']), isPatient || options['slices'] === 'all');
    context.onProgress(1);
    return { outputs: [{ content }], warnings: warningsOf(volume, isPatient, options['slices'] === 'all') };
  },
};

function warningsOf({ slices, channels }: Volume, isPatient: boolean, wantsAll: boolean): readonly Warning[] {
  const losses: Warning[] = [];
  if (channels === 1) losses.push({ code: 'depth-reduced' });
  if (isPatient) losses.push({ code: 'private-data-dropped' });
  else if (slices > 1 && !wantsAll) losses.push({ code: 'slices-dropped' });
  return losses;
}
