/** How many of each kind of thing a container holds, whether or not anything here can decode them. */
export type Inventory = {
  readonly video: number;
  readonly audio: number;
  readonly subtitles: number;
  /** Those of `subtitles` that are text; the others are pictures or broadcast codes. */
  readonly textSubtitles: number;
  /** Fonts and other files; pictures are not counted, they are covers. */
  readonly attachments: number;
  readonly chapters: boolean;
  /** Pieces of one track are put together by an edit list with more than one entry. */
  readonly edited: boolean;
  /** Seconds at which edit lists end the last track, where every track has one; media behind it is not to be shown. */
  readonly presentedEnd?: number;
  /** Packets of the track that has the most, where an index tells. */
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

export function textAt(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length));
}
