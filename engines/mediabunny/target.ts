import type { OutputFile } from '@bakkum/conversion/output-file';
import { Target } from 'mediabunny';

/** Gathered before it is written: packets of sound have some hundred bytes. */
const GATHERED_BYTES = 1024 * 1024;

/**
 * A target that writes where it is told to; muxers go back to fill in sizes. What cannot be written is thrown where it was to be
 * written and ends the conversion. The library's own targets copy everything three times on its way through a stream, more than the
 * work of a copy from container to container. Of targets only the public half is in its types; these methods, which 1.61.0 calls,
 * are the rest.
 */
export class FileTarget extends Target {
  readonly #file: OutputFile;
  readonly #gathered = new Uint8Array(GATHERED_BYTES);
  /** Where in the file the gathered bytes begin and end. */
  #start = 0;
  #end = 0;

  constructor(file: OutputFile) {
    super();
    this.#file = file;
  }

  _start(): void {
    // The file is open already.
  }

  /** @param bytes valid only during the call. */
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
    // Room left for a size that is written later.
    if (position > this.#end) this.#gathered.fill(0, this.#end - this.#start, position - this.#start);
    this.#gathered.set(bytes, position - this.#start);
    this.#end = Math.max(this.#end, position + bytes.length);
  }

  /** Whether it can be gathered with what is: over what the file holds already, nothing may be left out between. */
  #takes(position: number, end: number): boolean {
    const isOver = this.#start < this.#file.size;
    return position >= this.#start && end <= this.#start + GATHERED_BYTES && (!isOver || position <= this.#end);
  }

  async _flush(): Promise<void> {
    // A convenience of streams that wait for their readers; a file is written when there is enough.
  }

  async _finalize(): Promise<void> {
    this.#writeGathered();
  }

  async _close(): Promise<void> {
    // Whoever opened the file closes it.
  }

  #writeGathered(): void {
    if (this.#end > this.#start) this.#file.write(this.#gathered.subarray(0, this.#end - this.#start), this.#start);
    this.#start = this.#end;
  }
}
