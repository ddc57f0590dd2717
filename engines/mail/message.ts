/** One mail, whatever file it was in. Texts are decoded; addresses are as people read them: `김다람 <a@example.com>`. */
export type Message = {
  readonly from: string;
  readonly to: string;
  readonly cc: string;
  readonly subject: string;
  /** Absent where it says none that is one. */
  readonly date?: Date;
  readonly text?: string;
  readonly html?: string;
  readonly attachments: readonly Attachment[];
  /** Where a saved page was, which its pictures may be named after. */
  readonly location?: string;
  /** It ends within a part: the rest is missing. */
  readonly cut?: true;
};

export type Attachment = {
  readonly name: string;
  readonly mediaType: string;
  /** What a picture in the text is called by, without brackets. */
  readonly contentId?: string;
  /** Where it was, of a part of a saved page. */
  readonly location?: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
};

/** Nothing honest has more parts, or parts within parts. */
export const MOST_PARTS = 10_000;
export const MOST_DEPTH = 64;
