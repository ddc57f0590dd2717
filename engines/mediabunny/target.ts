import type { OutputFile } from '@bakkum/conversion/output-file';
import { Target } from 'mediabunny';

/** Bytes gathered before writing: audio packets have about a hundred. */
const GATHERED_BYTES = 1024 * 1024;

/**
 * A target that writes at given positions, because muxers go back to fill in sizes. Write errors are thrown from the call and end
 * the conversion. The library's own targets copy everything three times through a stream, which takes longer than a copy between
 * containers. Its types include only the public part of targets; the methods below are the rest, as called by version 1.61.0.
 */
export class FileTarget extends Target {
  readonly #file: OutputFile;
  readonly #gathered = new Uint8Array(GATHERED_BYTES);
  /** File offsets of the start and end of the gathered bytes. */
  #start = 0;
  #end = 0;

  constructor(file: OutputFile) {
    super();
    this.#file = file;
  }

  _start(): void {
    // The file is already open.
  }

  /** @param bytes valid only during the call */
  _write(bytes: Uint8Array, position: number): void {
    if (!this.#takes(position, position + bytes.length)) {
      this.#writeGathered();
      if (bytes.length >= GATHERED_BYTES / 4) {
        this.#file.write(bytes, position);
        this.#start = this.#file.size;
        this.#end = this.#start;
        return;
      }
      this.#start = position;
      this.#end = position;
    }
    // Space reserved for a size that is written later.
    if (position > this.#end) this.#gathered.fill(0, this.#end - this.#start, position - this.#start);
    this.#gathered.set(bytes, position - this.#start);
    this.#end = Math.max(this.#end, position + bytes.length);
  }

  /** Whether the bytes can join the gathered ones: over existing file content they must be contiguous. */
  #takes(position: number, end: number): boolean {
    const isOver = this.#start < this.#file.size;
    return position >= this.#start && end <= this.#start + GATHERED_BYTES && (!isOver || position <= this.#end);
  }

  async _flush(): Promise<void> {
    // Relevant only for streams with backpressure; a file is written once enough is gathered.
  }

  async _finalize(): Promise<void> {
    this.#writeGathered();
  }

  async _close(): Promise<void> {
    // The opener of the file closes it.
  }

  #writeGathered(): void {
    if (this.#end > this.#start) this.#file.write(this.#gathered.subarray(0, this.#end - this.#start), this.#start);
    this.#start = this.#end;
  }
}
