/**
 * What a host (this browser, this Node) can do. An engine names what it needs in its manifest; a plan through an engine
 * whose needs are not met is not made. The host answers by trying, never by reading a user agent.
 */
export const CAPABILITIES = [
  'offscreen-canvas', // OffscreenCanvas 2D and createImageBitmap in a worker
  'image-decoder', // ImageDecoder (WebCodecs), animated pictures frame by frame
  'encode-webp', // OffscreenCanvas.convertToBlob really answers image/webp
  'decode-avif',
  'decode-jxl',
  'encode-av1', // VideoEncoder (WebCodecs)
  'encode-hevc', // VideoEncoder
  'threads', // SharedArrayBuffer, i.e. a cross-origin isolated page
  'large-memory', // a gibibyte shared between threads, on a device with 4 GiB or more
  'native-ffmpeg', // FFmpeg is installed, and its use allowed
  'native-office', // LibreOffice is installed, and its use allowed
] as const;

export type Capability = (typeof CAPABILITIES)[number];
