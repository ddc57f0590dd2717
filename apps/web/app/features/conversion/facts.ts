/** What a row can tell about a file at a glance. What is not known is absent. */
export type Facts = {
  readonly width?: number;
  readonly height?: number;
  readonly durationMs?: number;
  /** Bits a second of the whole file. */
  readonly bitrate?: number;
  /** As people write them: `H.264`, `AAC`. */
  readonly codecs?: readonly string[];
  /** Pictures a second. */
  readonly frameRate?: number;
  readonly channels?: number;
  /** Hertz. */
  readonly sampleRate?: number;
  readonly soundTracks?: number;
  /** How many subtitle tracks there are. */
  readonly subtitles?: number;
};
