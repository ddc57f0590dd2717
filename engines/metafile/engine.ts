import { blobOf, type Engine } from '@bakkum/conversion/engine';
import { ConversionError, toConversionError } from '@bakkum/conversion/errors';
import { convertMetafileToSvgTree, type SvgNode, svgTreeToString } from 'emf-converter';
import { inspectMetafile } from './records.ts';
import { withPartsAtText } from './text-parts.ts';
import { unpacked } from './unpacked.ts';

/**
 * Prefix of ids in a drawing. It is constant because every result is a separate document, and the same file must yield the same
 * text.
 */
const ID_PREFIX = 'm';
/** Bytes: a WMF record without parameters. */
const MIN_RECORD_BYTES = 6;

export const engine: Engine = {
  async convert(request, { signal }) {
    signal.throwIfAborted();
    const bytes = await unpacked(blobOf(request.inputs[0]), signal);
    const { isCut } = inspectMetafile(bytes);
    const markup = await draw(bytes.buffer);
    signal.throwIfAborted();
    return {
      outputs: [{ content: new Blob([markup], { type: 'image/svg+xml' }) }],
      warnings: [
        ...(isCut ? [{ code: 'damaged-source' } as const] : []),
        // A drawing names fonts without embedding them, so viewers use the nearest they have.
        ...(/<text[\s>]/.test(markup) ? [{ code: 'fonts-substituted' } as const] : []),
      ],
    };
  },
};

async function draw(file: ArrayBuffer): Promise<string> {
  let drawing: SvgNode | null;
  try {
    // At its default limit the library would stop silently; no file has more records than this.
    const maxRecords = Math.ceil(file.byteLength / MIN_RECORD_BYTES);
    drawing = await convertMetafileToSvgTree(file, { maxRecords, idPrefix: ID_PREFIX });
  } catch (thrown) {
    throw toConversionError(thrown, 'corrupt');
  }
  if (drawing === null) throw new ConversionError('corrupt', 'no drawing in the metafile, or one without a size');
  return svgTreeToString(withPartsAtText(drawing));
}
