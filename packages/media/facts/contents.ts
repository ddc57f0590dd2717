/** Number of streams of each kind in a container, decodable here or not. */
export type Inventory = {
  readonly video: number;
  readonly audio: number;
  readonly subtitles: number;
  /** Subtitle streams that are text; the others are images or broadcast codes. */
  readonly textSubtitles: number;
  /** Fonts and other files. Images are not counted: they are covers. */
  readonly attachments: number;
  readonly chapters: boolean;
  /** Whether an edit list with more than one entry assembles a track from pieces. */
  readonly edited: boolean;
  /** Seconds at which edit lists end the last track, where every track has one; media after it are not shown. */
  readonly presentedEnd?: number;
  /** Number of packets of the longest track, where an index has it. */
  readonly mostPackets?: number;
};

export const NOTHING: Inventory = {
  video: 0,
  audio: 0,
  subtitles: 0,
  textSubtitles: 0,
  attachments: 0,
  chapters: false,
  edited: false,
};

export async function bytesAt(file: Blob, start: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await file.slice(start, start + length).arrayBuffer());
}
