import { type ConvertResult, type Engine, type EngineContext, readInput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { HEADER_BYTES, waveHeader } from '@bakkum/media-wave/wave-header';
import { createPause } from '@bakkum/raster/pause';
import { BasicMIDI, SoundBankLoader, SpessaSynthProcessor, SpessaSynthSequencer } from 'spessasynth_core';
import { mended } from './chunks.ts';

const SAMPLE_RATE = 48_000;
const CHANNELS = 2;
const SAMPLE_BYTES = 2;
/** Samples between two polls of the sequencer: 3 ms. */
const BLOCK_SAMPLES = 128;
/** Samples per write. */
const PIECE_SAMPLES = 128 * BLOCK_SAMPLES;
/** Maximum length of notes without an end and of reverb. */
const MAX_TAIL_SECONDS = 8;
/** Below the resolution of a 16-bit sample. */
const SILENCE = 1 / 65_536;
/** Longer than any real song. */
const MAX_SECONDS = 4 * 3600;

type Instruments = ReturnType<typeof SoundBankLoader.fromArrayBuffer>;

let instruments: Promise<Instruments> | undefined;

/** Plays a song once, from the first note to the end of the last, to 16-bit stereo. */
export const engine: Engine = {
  async start(context) {
    await loadInstruments(context);
  },
  async convert({ inputs }, context) {
    context.signal.throwIfAborted();
    const file = await readInput(inputs[0]);
    const { file: whole, isCutOff } = mended(file);
    const result = await play(readSong(whole), await loadInstruments(context), context);
    return { ...result, warnings: isCutOff ? [{ code: 'damaged-source' }] : [] };
  },
};

function loadInstruments(context: Pick<EngineContext, 'bytes'>): Promise<Instruments> {
  instruments ??= context
    .bytes('instruments.sf3')
    .then(({ buffer }) => SoundBankLoader.fromArrayBuffer(buffer))
    .catch((cause: unknown) => {
      instruments = undefined;
      throw cause;
    });
  return instruments;
}

function readSong(file: Uint8Array<ArrayBuffer>): BasicMIDI {
  const song = parsed(file);
  if (!(song.duration > 0)) throw new ConversionError('corrupt', 'a song without notes');
  if (song.duration > MAX_SECONDS) throw new ConversionError('too-large', `${song.duration} seconds`);
  return song;
}

/** Converts the various errors the library throws for unreadable files. */
function parsed(file: Uint8Array<ArrayBuffer>): BasicMIDI {
  try {
    return BasicMIDI.fromArrayBuffer(file.slice().buffer);
  } catch (cause) {
    throw new ConversionError('corrupt', 'not a MIDI file the synthesiser can read', { cause });
  }
}

async function play(song: BasicMIDI, bank: Instruments, context: EngineContext): Promise<Omit<ConvertResult, 'warnings'>> {
  const synth = new SpessaSynthProcessor(SAMPLE_RATE, { eventsEnabled: false, maxBufferSize: BLOCK_SAMPLES });
  await synth.processorInitialized;
  synth.soundBankManager.addSoundBank(bank, 'general');
  const sequencer = sequencerOf(synth, song);
  const output = await context.openOutput();
  try {
    let bytes = 0;
    for await (const piece of piecesOf(synth, sequencer, song.duration, context)) {
      output.write(piece, HEADER_BYTES + bytes);
      bytes += piece.length;
    }
    output.write(waveHeader({ sampleRate: SAMPLE_RATE, channels: CHANNELS, bytes }), 0);
    return { outputs: [{ content: await output.close('audio/wav') }] };
  } catch (thrown) {
    await output.discard();
    throw thrown;
  }
}

/** A file may contain its own instruments, including damaged ones. */
function sequencerOf(synth: SpessaSynthProcessor, song: BasicMIDI): SpessaSynthSequencer {
  const sequencer = new SpessaSynthSequencer(synth);
  sequencer.loopCount = 0;
  sequencer.skipToFirstNoteOn = false;
  try {
    sequencer.loadNewSongList([song]);
  } catch (cause) {
    throw new ConversionError('corrupt', 'instruments that cannot be read', { cause });
  }
  sequencer.play();
  return sequencer;
}

/** Yields the song and then its decay, until it is silent. */
async function* piecesOf(
  synth: SpessaSynthProcessor,
  sequencer: SpessaSynthSequencer,
  seconds: number,
  { signal, onProgress }: EngineContext,
): AsyncGenerator<Uint8Array> {
  const [left, right] = [new Float32Array(PIECE_SAMPLES), new Float32Array(PIECE_SAMPLES)];
  const pause = createPause(signal);
  const song = Math.ceil(seconds * SAMPLE_RATE);
  for (let at = 0; at < song + MAX_TAIL_SECONDS * SAMPLE_RATE; at += PIECE_SAMPLES) {
    left.fill(0);
    right.fill(0);
    for (let start = 0; start < PIECE_SAMPLES; start += BLOCK_SAMPLES) {
      sequencer.processTick();
      synth.process(left, right, start, BLOCK_SAMPLES);
      await pause();
    }
    const isTail = at >= song;
    if (isTail && isSilent(left) && isSilent(right)) return;
    yield interleaved(left, right);
    onProgress(Math.min(1, (at + PIECE_SAMPLES) / song));
  }
}

function isSilent(samples: Float32Array): boolean {
  return samples.every((sample) => Math.abs(sample) < SILENCE);
}

/** Interleaves 16-bit little-endian samples and clips loud ones. */
function interleaved(left: Float32Array, right: Float32Array): Uint8Array {
  const bytes = new Uint8Array(left.length * CHANNELS * SAMPLE_BYTES);
  const view = new DataView(bytes.buffer);
  const put = (sample: number, at: number): void => {
    view.setInt16(at, Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767))), true);
  };
  for (let index = 0; index < left.length; index += 1) {
    put(left[index] ?? 0, index * 4);
    put(right[index] ?? 0, index * 4 + 2);
  }
  return bytes;
}
