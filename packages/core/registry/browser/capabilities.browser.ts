import { decodeBase64 } from '@bakkum/bytes/bytes';
import { CAPABILITIES, type Capability } from '@bakkum/conversion/capabilities';
import { isPhone, statedMemory } from './optional-apis.browser.ts';
import { laysOutPages } from './page-layout/probe.browser.ts';

/** One grey pixel as AVIF, made with avifenc. */
const AVIF_SAMPLE =
  'AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAPBtZXRhAAAAAAAAAChoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAbGliYXZpZgAAAAAOcGl0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAEUAAAAFQAAAChpaW5mAAAAAAABAAAAGmluZmUCAAAAAAEAAGF2MDFDb2xvcgAAAABoaXBycAAAAElpcGNvAAAAFGlzcGUAAAAAAAAAAQAAAAEAAAAOcGl4aQAAAAABCAAAAAxhdjFDgQAcAAAAABNjb2xybmNseAABAA0ABoAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAAB1tZGF0EgAKBxgADlgIaDUyCBzAAAEAAiCo';
/** One red pixel as JPEG XL, made with cjxl. */
const JXL_SAMPLE = '/woAEJBQubeKIAASiAIA1ABd5RIAABUqo4wbvJzr+fJDh8W0jesMbbVtYUmiyDg2SSdwSBKLwMYFeAMDgDFz2AQPlKiSBA==';

/**
 * Detects what this browser supports by trying: decodes one-pixel images, encodes one, and lays out a word. Takes about 20 ms; never rejects.
 * Works in a page and in a worker.
 */
export async function probeCapabilities(): Promise<ReadonlySet<Capability>> {
  const answers = await Promise.all(CAPABILITIES.map((capability) => PROBES[capability]().catch(() => false)));
  return new Set(CAPABILITIES.filter((_, index) => answers[index]));
}

const PROBES: Readonly<Record<Capability, () => Promise<boolean>>> = {
  'offscreen-canvas': async () => typeof createImageBitmap === 'function' && new OffscreenCanvas(1, 1).getContext('2d') !== null,
  'image-decoder': async () => 'ImageDecoder' in globalThis && ImageDecoder.isTypeSupported('image/gif'),
  'encode-webp': async () => (await paintedCanvas().convertToBlob({ type: 'image/webp' })).type === 'image/webp',
  'decode-avif': () => decodes(AVIF_SAMPLE, 'image/avif'),
  'decode-jxl': () => decodes(JXL_SAMPLE, 'image/jxl'),
  'encode-av1': () => encodes('av01.0.04M.08'),
  'encode-hevc': () => encodes('hvc1.1.6.L93.B0'),
  threads: async () => globalThis.crossOriginIsolated === true && typeof SharedArrayBuffer === 'function',
  'page-layout': laysOutPages,
  'native-ffmpeg': async () => false, // a page cannot start programs
  'native-office': async () => false,
  'native-images': async () => false,
  'large-memory': async () => hasLargeMemory() && reservesGibibyte(),
};

/** @param codec with profile and level, in the notation of RFC 6381 */
async function encodes(codec: string): Promise<boolean> {
  if (!('VideoEncoder' in globalThis)) return false;
  const { supported } = await VideoEncoder.isConfigSupported({
    codec,
    width: 640,
    height: 360,
    bitrate: 1_000_000,
    framerate: 30,
  });
  return supported === true;
}

/** Minimum memory of a device for large conversions, in gibibytes. */
const MIN_DEVICE_GIB = 4;

/**
 * Returns whether the device may have enough memory; a reservation then decides. Where the browser does not state its memory, a
 * phone does not count: it would accept the reservation and then end the page.
 */
function hasLargeMemory(): boolean {
  const stated = statedMemory();
  return stated === undefined ? !isPhone() : stated >= MIN_DEVICE_GIB;
}

/** Reserves address space only; no page of it is touched. Phones refuse it. */
function reservesGibibyte(): boolean {
  return new WebAssembly.Memory({ initial: 16_384, maximum: 65_536, shared: true }).buffer.byteLength > 0;
}

function paintedCanvas(): OffscreenCanvas {
  const canvas = new OffscreenCanvas(1, 1);
  canvas.getContext('2d'); // a canvas without a context cannot be encoded
  return canvas;
}

async function decodes(base64: string, type: string): Promise<boolean> {
  const bytes = decodeBase64(base64);
  const bitmap = await createImageBitmap(new Blob([bytes], { type }));
  const { width } = bitmap;
  bitmap.close();
  return width === 1;
}
