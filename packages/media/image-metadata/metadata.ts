/** Metadata of an image. Each part is the payload without the container's framing. */
export type ImageMetadata = {
  /** ICC.1 profile bytes. */
  readonly icc?: Uint8Array<ArrayBuffer>;
  /** TIFF-structured Exif block, starting at its byte-order mark (no `Exif\0\0`). */
  readonly exif?: Uint8Array<ArrayBuffer>;
  /** XMP packet, UTF-8. */
  readonly xmp?: Uint8Array<ArrayBuffer>;
};
