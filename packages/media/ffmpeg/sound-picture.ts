import { ConversionError } from '@bakkum/conversion/errors';
import { inputArguments, lengthOf, type Made, QUIET, sounds, threadArguments } from './command.ts';
import { NO_TRACK, type Track } from './facts.ts';
import type { Job } from './job.ts';
import { encoderArguments } from './picture-encoders.ts';
import type { Target } from './targets.ts';

const PICTURE = 'picture.png';
const SIZE = { width: 1280, height: 720 } as const;
/** The video is a still image: the rate is just high enough that it ends with the audio. */
const FRAME_RATE = { short: 10, long: 2 } as const;
const LONG_SECONDS = 60;
const WAVE_COLOUR = '0x4f8cff';

/** Returns the cover where there is one, otherwise the waveform of the whole audio. */
export async function pictureForSound(job: Job, target: Target): Promise<NonNullable<Made['picture']>> {
  const cover = job.facts.tracks.find((track) => track.kind === 'video' && track.cover);
  const [sound] = sounds(job.facts);
  if (!sound) throw new ConversionError('unsupported-feature', 'no sound in it');
  const drawn = await draw(job, cover ? coverFilter(cover) : `[0:${sound.index}]${WAVES}`);
  const bytes = drawn ?? (await draw(job, PLAIN));
  if (!bytes) throw new ConversionError('corrupt', 'no picture could be made for the sound');
  const seconds = lengthOf(job.facts, job.media);
  const frameRate = (seconds ?? LONG_SECONDS) < LONG_SECONDS ? FRAME_RATE.short : FRAME_RATE.long;
  return {
    path: PICTURE,
    bytes,
    opening: ['-f', 'image2', '-framerate', String(frameRate), '-i', PICTURE],
    encoding: [
      '-filter_complex',
      '[1:v]loop=loop=-1:size=1,format=yuv420p[shown]',
      '-map',
      '[shown]',
      ...encoding(job, target, frameRate),
      ...(seconds === undefined ? ['-shortest'] : ['-t', String(seconds)]),
    ],
  };
}

function draw({ tool, from, media }: Job, graph: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const output = ['-frames:v', '1', '-f', 'image2', '-update', '1', PICTURE];
  const command = [...QUIET, ...inputArguments(from, media, tool), '-filter_complex', graph, ...output];
  return tool.runForBytes({ arguments: command }, PICTURE);
}

/** Used when the waveform cannot be drawn: audio that is too short, or whose channels change. */
const PLAIN = `color=c=0x1f2937:s=${SIZE.width}x${SIZE.height}:d=1,format=rgb24`;
const WAVES = [
  'aformat=channel_layouts=mono',
  `showwavespic=s=${SIZE.width}x${SIZE.height}:colors=${WAVE_COLOUR}:scale=sqrt`,
  'format=rgb24',
].join(',');

function coverFilter({ index }: Track): string {
  const { width, height } = SIZE;
  return `[0:${index}]scale=${width}:${height}:force_original_aspect_ratio=decrease,pad=${width}:${height}:-1:-1,setsar=1,format=rgb24`;
}

function encoding({ media, tool }: Job, target: Target, frameRate: number): readonly string[] {
  const [codec] = target.video?.encodes ?? (['h264'] as const);
  const track = { ...NO_TRACK, ...SIZE, frameRate, finestFrameRate: frameRate };
  const steady = target.frameRates ? ['-r', '25'] : [];
  const still = codec === 'h264' ? ['-tune', 'stillimage', '-bf', '0'] : [];
  return [
    ...encoderArguments(codec, track, media, media.videoBitrate),
    ...still,
    '-pix_fmt',
    'yuv420p',
    ...steady,
    ...threadArguments(tool.threads),
  ];
}
