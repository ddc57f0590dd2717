/** Facts about a file, shown in its row. Unknown ones are absent. */
export type Facts = {
  readonly width?: number;
  readonly height?: number;
  readonly durationMs?: number;
  /** Bits per second of the whole file. */
  readonly bitrate?: number;
  /** As people write them: `H.264`, `AAC`. */
  readonly codecs?: readonly string[];
  /** Frames per second. */
  readonly frameRate?: number;
  readonly channels?: number;
  /** In hertz. */
  readonly sampleRate?: number;
  readonly soundTracks?: number;
  /** Number of subtitle tracks. */
  readonly subtitles?: number;
};
