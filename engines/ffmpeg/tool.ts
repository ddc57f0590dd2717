import type { EngineContext } from '@bakkum/conversion/engine';
import type { OutputFile } from '@bakkum/conversion/output-file';
import { RESULT, SOURCE } from '@bakkum/media-ffmpeg/command';
import { type Call, picturesIn, type Ran, type Tool } from '@bakkum/media-ffmpeg/tool';
import type { BlobReader } from './blob-reader.ts';
import { mountInput, mountLines, mountOutput, mountSpool } from './mounted-files.ts';
import { type Program, startProgram } from './program.ts';

/** Output that is read again is kept in memory, so only small results are rewritten. */
const MAX_REWRITTEN_BYTES = 96 * 1024 * 1024;

/** Wraps FFmpeg in WebAssembly for one source: one instance per run, files outside its memory. */
export function toolFor(module: WebAssembly.Module, source: BlobReader, { signal, openOutput }: ToolContext): Tool {
  const start = async (): Promise<Program> => {
    signal.throwIfAborted();
    const program = await startProgram(module);
    mountInput(program.files, SOURCE, source);
    return program;
  };
  return {
    source,
    threads: 1,
    strict: false, // it can access no file except the source, so probing more of it is safe
    mostRewritten: MAX_REWRITTEN_BYTES,
    probe: async (args) => (await start()).probe(args),
    async run(call, rewrites) {
      const program = await start();
      const file = await openOutput();
      try {
        if (rewrites) program.files.writeFile(RESULT, new Uint8Array());
        else mountOutput(program.files, RESULT, file);
        const ran = runCall(program, call);
        if (rewrites && ran.code === 0) file.write(program.files.readFile(RESULT), 0);
        return { ...ran, file };
      } catch (thrown) {
        await file.discard();
        throw thrown;
      }
    },
    async runForBytes(call, path) {
      const program = await start();
      program.files.writeFile(path, new Uint8Array());
      const { code } = runCall(program, call);
      const bytes = program.files.readFile(path);
      return code === 0 && bytes.length > 0 ? bytes : undefined;
    },
    async runForMany(call, folder, mediaType) {
      const program = await start();
      const spool = await openOutput();
      program.files.mkdir(folder);
      const parts = mountSpool(program.files, folder, spool);
      const ran = runCall(program, call);
      return { ...ran, files: ran.code === 0 ? await ownFiles(spool, parts, mediaType, { signal, openOutput }) : [] };
    },
  };
}

/** Virtual file for progress reports. */
const PROGRESS = 'progress';

type ToolContext = Pick<EngineContext, 'signal' | 'openOutput'>;

function runCall(program: Program, { arguments: args, files = [], onTime }: Call): Ran {
  for (const { path, bytes } of files) program.files.writeFile(path, bytes);
  let pictures: number | undefined;
  mountLines(program.files, PROGRESS, (line) => {
    pictures = picturesIn(line) ?? pictures;
  });
  const ran = program.run(['-progress', PROGRESS, ...args], onTime);
  return { ...ran, ...(pictures === undefined ? {} : { pictures }) };
}

/** Moves results to separate files, because only those outlive the job. */
async function ownFiles(
  spool: OutputFile,
  parts: readonly { readonly start: number; readonly end: number }[],
  mediaType: string,
  { signal, openOutput }: ToolContext,
): Promise<readonly Blob[]> {
  const all = await spool.close(mediaType);
  const files: Blob[] = [];
  for (const { start, end } of parts) {
    signal.throwIfAborted();
    const file = await openOutput();
    file.write(new Uint8Array(await all.slice(start, end).arrayBuffer()), 0);
    files.push(await file.close(mediaType));
  }
  return files;
}
