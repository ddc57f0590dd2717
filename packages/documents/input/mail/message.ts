/** An email, independent of its file format. Text is decoded; addresses are readable: `김다람 <a@example.com>`. */
export type Message = {
  readonly from: string;
  readonly to: string;
  readonly cc: string;
  readonly subject: string;
  /** Absent if missing or invalid. */
  readonly date?: Date;
  readonly text?: string;
  /** All its pages, joined. */
  readonly html?: string;
  /** The page that a browser saved, without those of its frames. */
  readonly mainPage?: string;
  readonly attachments: readonly Attachment[];
  /** URL of a saved page, which its images may be named after. */
  readonly location?: string;
  /** The email ends within a part. */
  readonly cut?: true;
};

export type Attachment = {
  readonly name: string;
  readonly mediaType: string;
  /** Content-ID by which the text refers to an image, without brackets. */
  readonly contentId?: string;
  /** Original URL of a part of a saved page. */
  readonly location?: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
};

/** Limit on parts, including nested ones. */
export const MAX_PARTS = 10_000;
export const MAX_DEPTH = 64;
