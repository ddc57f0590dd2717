import { concat, uint16BE, uint32BE } from '@bakkum/bytes/bytes';
import type { ConvertResult, EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { OptionValues } from '@bakkum/conversion/options';
import { embedMetadata } from '@bakkum/image-metadata/embed';
import { PNG_SIGNATURE, pngChunk } from '@bakkum/image-metadata/png-chunks';
import { toDepth8 } from '@bakkum/raster/depth';
import { createWarningLog, keptMetadata, prepareFrames } from '@bakkum/raster/encode';
import { pixelRequestOf } from '@bakkum/raster/pixel-options';
import { headerChunk } from '@bakkum/raster/png-file';
import type { Raster } from '@bakkum/raster/raster';
import { packScanlines } from '@bakkum/raster/scanlines';

type Band = { readonly top: number; readonly height: number };
type Written = Band & { readonly packed: Uint8Array; durationMs: number };

/** Encodes frames as one animated PNG. Each frame stores only its changed rows; equal frames are merged. */
export async function encode(raster: Raster, options: OptionValues, context: EngineContext): Promise<ConvertResult> {
  const { signal } = context;
  const log = createWarningLog(raster.kind === 'pages' && raster.frameCount > 1 ? [{ code: 'pages-dropped' }] : []);
  const wanted = raster.kind === 'animation' ? raster.frameCount : 1;
  const frames: Written[] = [];
  let previous: ReturnType<typeof toDepth8> | undefined;
  let seen = 0;
  for await (const { pixels, durationMs } of prepareFrames(raster, options, { depth: 8, alpha: true }, signal, log.warn)) {
    const frame = toDepth8(pixels);
    if (previous && frame.data.length !== previous.data.length) throw new ConversionError('internal', 'frames differ in size');
    const rowBytes = frame.width * 4;
    const band = changedRows(previous?.data, frame.data, rowBytes);
    const last = frames.at(-1);
    if (last && !band) last.durationMs += durationMs;
    else {
      const { top, height } = band ?? { top: 0, height: frame.height };
      const bytes = frame.data.subarray(top * rowBytes, (top + height) * rowBytes);
      frames.push({ top, height, durationMs, packed: await packScanlines({ bytes, rowBytes, pixelBytes: 4 }, signal) });
    }
    previous = frame;
    seen += 1;
    context.onProgress(Math.min(1, seen / wanted));
    if (seen >= wanted && raster.kind !== 'animation') break;
  }
  if (!previous) throw new ConversionError('corrupt', 'no picture inside');
  const file = apngFile(frames, previous, raster);
  const whole = await embedMetadata(file, 'png', keptMetadata(raster.metadata, pixelRequestOf(options)), raster.dpi);
  return { outputs: [{ content: new Blob([whole], { type: 'image/apng' }) }], warnings: log.warnings };
}

/** Returns the first to last rows that differ: all rows without a previous frame, none if equal. */
function changedRows(before: Uint8ClampedArray | undefined, after: Uint8ClampedArray, rowBytes: number): Band | undefined {
  if (!before) return { top: 0, height: after.length / rowBytes };
  const first = after.findIndex((value, at) => value !== before[at]);
  if (first < 0) return undefined;
  const last = after.findLastIndex((value, at) => value !== before[at]);
  const top = Math.floor(first / rowBytes);
  return { top, height: Math.floor(last / rowBytes) - top + 1 };
}

function apngFile(frames: readonly Written[], size: { width: number; height: number }, raster: Raster): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [PNG_SIGNATURE, headerChunk(size.width, size.height)];
  parts.push(pngChunk('acTL', uint32BE(frames.length), uint32BE(raster.loopCount)));
  let sequence = 0;
  for (const [index, { top, height, durationMs, packed }] of frames.entries()) {
    const area = [size.width, height, 0, top].map(uint32BE);
    const delay = [...delayOf(durationMs).map(uint16BE), Uint8Array.of(0, 0)];
    parts.push(pngChunk('fcTL', uint32BE(sequence++), ...area, ...delay));
    parts.push(index === 0 ? pngChunk('IDAT', packed) : pngChunk('fdAT', uint32BE(sequence++), packed));
  }
  return concat([...parts, pngChunk('IEND')]);
}

/** Frame delay as numerator and denominator in seconds: thousandths up to 65 s, then hundredths. */
function delayOf(durationMs: number): readonly number[] {
  if (durationMs <= 65_535) return [Math.round(durationMs), 1000];
  return [Math.min(65_535, Math.round(durationMs / 10)), 100];
}
