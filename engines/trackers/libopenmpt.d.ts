/** The part of libopenmpt, as bundled in chiptune3 0.8.4, used here. Addresses are in the module's memory; 0 is null. */
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
    /** Writes interleaved stereo; returns the number of samples per channel, 0 at the end. */
    _openmpt_module_read_interleaved_stereo(song: number, sampleRate: number, count: number, into: number): number;
  };

  export type { LibOpenMpt };
  export default function start(): Promise<LibOpenMpt>;
}
