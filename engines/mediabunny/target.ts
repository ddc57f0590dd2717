import type { OutputFile } from '@bakkum/conversion/output-file';
import { StreamTarget, type StreamTargetChunk } from 'mediabunny';

/** Written at once: large enough that a file of gigabytes takes hundreds of writes, small enough to hold several. */
const CHUNK_BYTES = 4 * 1024 * 1024;

/** A target that writes where it is told to; muxers go back to fill in sizes. Errors of the file end the conversion. */
export function targetInto(file: OutputFile): StreamTarget {
  const stream = new WritableStream<StreamTargetChunk>({
    write: ({ data, position }) => file.write(data, position),
  });
  return new StreamTarget(stream, { chunked: true, chunkSize: CHUNK_BYTES });
}
