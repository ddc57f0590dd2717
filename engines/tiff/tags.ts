/** Directory tags of TIFF 6.0 and its supplements. */
export const TAG = {
  subfileType: 254,
  oldSubfileType: 255,
  width: 256,
  height: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  orientation: 274,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  xResolution: 282,
  yResolution: 283,
  planarConfiguration: 284,
  resolutionUnit: 296,
  predictor: 317,
  colourMap: 320,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  inkSet: 332,
  extraSamples: 338,
  sampleFormat: 339,
  jpegTables: 347,
  xmp: 700,
  exifDirectory: 34_665,
  icc: 34_675,
  gpsDirectory: 34_853,
} as const;

export const COMPRESSION = { none: 1, lzw: 5, jpeg: 7, deflate: 8, oldDeflate: 32_946, packBits: 32_773 } as const;

export const PHOTOMETRIC = { whiteIsZero: 0, blackIsZero: 1, rgb: 2, palette: 3, cmyk: 5, ycbcr: 6 } as const;

/** Meaning of an extra sample: premultiplied or straight alpha. */
export const ALPHA = { associated: 1, unassociated: 2 } as const;
