// oxlint-disable-next-line typescript/triple-slash-reference -- types for an untyped package cannot come from a module
/// <reference path="./libopenmpt.d.ts" />
import { type ConvertResult, type Engine, type EngineContext, readInput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { OutputFile } from '@bakkum/conversion/output-file';
import { HEADER_BYTES, waveHeader } from '@bakkum/media-wave/wave-header';
import { createPause } from '@bakkum/raster/pause';
import startLibrary, { type LibOpenMpt } from 'chiptune3/libopenmpt.worklet.js';
import { isCutOff } from './announced-length.ts';

const SAMPLE_RATE = 48_000;
const CHANNELS = 2;
const SAMPLE_BYTES = 2;
/** A quarter of a second per piece, short enough to cancel in between. */
const PIECE_SAMPLES = SAMPLE_RATE / 4;
/** Limit for songs that loop forever; longer than any real song. */
const MAX_SECONDS = 4 * 3600;

let library: Promise<LibOpenMpt> | undefined;

/** Plays a song once from start to end to 16-bit stereo. */
export const engine: Engine = {
  async convert({ inputs, from }, context) {
    context.signal.throwIfAborted();
    const file = await readInput(inputs[0]);
    library ??= startLibrary();
    const result = await play(await library, file, context);
    return { ...result, warnings: isCutOff(file, from) ? [{ code: 'damaged-source' }] : [] };
  },
};

async function play(mpt: LibOpenMpt, file: Uint8Array, context: EngineContext): Promise<Omit<ConvertResult, 'warnings'>> {
  const song = open(mpt, file);
  const output = await context.openOutput();
  try {
    const bytes = await render(mpt, song, output, context);
    output.write(waveHeader({ sampleRate: SAMPLE_RATE, channels: CHANNELS, bytes }), 0);
    return { outputs: [{ content: await output.close('audio/wav') }] };
  } catch (thrown) {
    await output.discard();
    throw thrown;
  } finally {
    mpt._openmpt_module_destroy(song);
  }
}

function open(mpt: LibOpenMpt, file: Uint8Array): number {
  const address = mpt._malloc(file.length);
  if (address === 0) throw new ConversionError('out-of-memory', `${file.length} bytes`);
  try {
    mpt.HEAPU8.set(file, address);
    const song = mpt._openmpt_module_create_from_memory(address, file.length, 0, 0, 0);
    if (song === 0) throw new ConversionError('corrupt', 'not a song libopenmpt can read');
    return song;
  } finally {
    mpt._free(address); // the song keeps a copy of what it needs
  }
}

/** @returns the number of audio bytes */
async function render(
  mpt: LibOpenMpt,
  song: number,
  output: OutputFile,
  { signal, onProgress }: Pick<EngineContext, 'signal' | 'onProgress'>,
): Promise<number> {
  const seconds = mpt._openmpt_module_get_duration_seconds(song);
  if (!(seconds > 0)) throw new ConversionError('corrupt', 'a song without notes');
  if (seconds > MAX_SECONDS) throw new ConversionError('too-large', `${seconds} seconds`);
  const pause = createPause(signal);
  const place = mpt._malloc(PIECE_SAMPLES * CHANNELS * SAMPLE_BYTES);
  let bytes = 0;
  try {
    for (;;) {
      const count = mpt._openmpt_module_read_interleaved_stereo(song, SAMPLE_RATE, PIECE_SAMPLES, place);
      if (count === 0) break;
      const length = count * CHANNELS * SAMPLE_BYTES;
      output.write(mpt.HEAPU8.subarray(place, place + length), HEADER_BYTES + bytes);
      bytes += length;
      onProgress(Math.min(1, bytes / (seconds * SAMPLE_RATE * CHANNELS * SAMPLE_BYTES)));
      await pause();
    }
  } finally {
    mpt._free(place);
  }
  if (bytes === 0) throw new ConversionError('corrupt', 'a song without notes');
  return bytes;
}
