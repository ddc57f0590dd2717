/** The part of libopenmpt, as chiptune3 0.8.4 carries it, that we call. Addresses are in the program's memory; 0 is none. */
declare module 'chiptune3/libopenmpt.worklet.js' {
  type LibOpenMpt = {
    readonly HEAPU8: Uint8Array;
    readonly HEAP16: Int16Array;
    _malloc(bytes: number): number;
    _free(address: number): void;
    _openmpt_module_create_from_memory(file: number, size: number, log: number, user: number, settings: number): number;
    _openmpt_module_destroy(song: number): void;
    /** Seconds. */
    _openmpt_module_get_duration_seconds(song: number): number;
    /** Writes left and right in turn; answers how many samples a channel, 0 at the end. */
    _openmpt_module_read_interleaved_stereo(song: number, sampleRate: number, count: number, into: number): number;
  };

  export type { LibOpenMpt };
  export default function start(): Promise<LibOpenMpt>;
}
