import { ConversionError } from '@bakkum/conversion/errors';
import type { ProgramFolder, ProgramLimits } from '@bakkum/conversion/installed-programs';
import { RESULT, SOURCE } from '@bakkum/media-ffmpeg/command';
import { type ByteReader, type Call, NOTHING_MADE, picturesIn, type Ran, type Tool } from '@bakkum/media-ffmpeg/tool';

const GIBIBYTE = 1024 ** 3;
/** Limits for probing a file. */
const PROBE_LIMITS: ProgramLimits = { seconds: 60, processorSeconds: 60, fileBytes: 1024 * 1024 };
/** Processor time. The runner watches wall-clock time and requires progress. */
const MAX_PROCESSOR_SECONDS = 12 * 3600;
/** Maximum size of a result relative to its source, because compressed media may become uncompressed. */
const MAX_GROWTH_FACTOR = 40;
/** No keyboard input, no overwrite prompts, progress on standard output five times a second (see `QUIET`). */
const UNATTENDED = ['-nostdin', '-y', '-progress', 'pipe:1'] as const;

/** Opens the installed FFmpeg for a file, which is read in place. */
export async function openTool(folder: ProgramFolder, blob: Blob): Promise<Tool> {
  await folder.put(SOURCE, blob);
  const fileBytes = Math.max(4 * GIBIBYTE, blob.size * MAX_GROWTH_FACTOR);
  const limits: ProgramLimits = { processorSeconds: MAX_PROCESSOR_SECONDS, fileBytes };
  const runCall = async ({ arguments: args, files = [], onTime }: Call): Promise<Ran> => {
    for (const { path, bytes } of files) await folder.put(path, bytes);
    let pictures: number | undefined;
    const onLine = (line: string): void => {
      pictures = picturesIn(line) ?? pictures;
      const seconds = timeIn(line);
      if (seconds !== undefined) onTime?.(seconds);
    };
    const { code, log } = await folder.run({ program: 'ffmpeg', arguments: [...UNATTENDED, ...args], limits, onLine });
    return { code, log, ...(pictures === undefined ? {} : { pictures }) };
  };
  return {
    source: readerOf(blob),
    threads: 0,
    strict: true,
    mostRewritten: Number.POSITIVE_INFINITY,
    async probe(args) {
      const { text, log } = await folder.run({ program: 'ffprobe', arguments: args, limits: PROBE_LIMITS });
      return { text, log };
    },
    async run(call) {
      const ran = await runCall(call);
      const made = (await folder.names()).includes(RESULT);
      return { ...ran, file: made ? await folder.take(RESULT) : NOTHING_MADE };
    },
    async runForBytes(call, path) {
      const { code } = await runCall(call);
      if (code !== 0) return undefined;
      const bytes = await folder.read(path);
      return bytes.length > 0 ? bytes : undefined;
    },
    async runForMany(call, parts, mediaType) {
      await folder.makeFolder(parts);
      const ran = await runCall(call);
      const names = ran.code === 0 ? await folder.names(parts) : [];
      const files: Blob[] = [];
      for (const name of names) files.push(await (await folder.take(`${parts}/${name}`)).close(mediaType));
      return { ...ran, files };
    },
  };
}

/** Parses `out_time_us=1500000` in the output of `-progress`; `N/A` until the first packet. */
function timeIn(line: string): number | undefined {
  const microseconds = Number(/^out_time_us=(-?\d+)/.exec(line)?.[1] ?? Number.NaN);
  return Number.isFinite(microseconds) && microseconds >= 0 ? microseconds / 1_000_000 : undefined;
}

/** Reads on demand: only box headers and the last bytes are needed. */
function readerOf(blob: Blob): ByteReader {
  return {
    size: blob.size,
    async read(target, position) {
      const bytes = await blob.slice(position, position + target.length).bytes();
      if (bytes.length > target.length) throw new ConversionError('internal', 'a slice was longer than asked for');
      target.set(bytes);
      return bytes.length;
    },
  };
}
