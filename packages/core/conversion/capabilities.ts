/**
 * Abilities of a host (this browser, this Node). An engine's manifest names the capabilities it needs; the planner skips engines
 * whose needs are not met. Hosts detect capabilities by trying them, never from the user agent.
 */
export const CAPABILITIES = [
  'offscreen-canvas', // OffscreenCanvas 2D and createImageBitmap in a worker
  'image-decoder', // ImageDecoder (WebCodecs), animated images frame by frame
  'encode-webp', // OffscreenCanvas.convertToBlob actually returns image/webp
  'decode-avif',
  'decode-jxl',
  'encode-av1', // VideoEncoder (WebCodecs)
  'encode-hevc', // VideoEncoder
  'threads', // SharedArrayBuffer, i.e. a cross-origin isolated page
  'large-memory', // one GiB shared between threads, on a device with at least 4 GiB
  'page-layout', // a page with frames, in which the browser lays out web pages
  'native-ffmpeg', // FFmpeg is installed and allowed
  'native-office', // LibreOffice is installed and allowed
  'native-images', // ImageMagick is installed and allowed
] as const;

export type Capability = (typeof CAPABILITIES)[number];
