import { pour } from '@bakkum/archive-tree/streams';
import { assertNoBomb } from '@bakkum/archive-tree/tree';
import { type ZipMember, zipStream } from '@bakkum/archive-zip/zip-stream';
import { blobOf, type ConvertRequest, type ConvertResult, type EngineContext, type Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { parsePageList } from '@bakkum/conversion/pages/page-list';
import type { PDFRef } from '@cantoo/pdf-lib';
import type { Part } from '../document/assemble.ts';
import { open } from '../document/open.ts';
import { type Attachment, attachmentBytes, attachmentsIn } from './attachments.ts';
import { ImageFiles } from './image-files.ts';
import { imagesOn } from './page-images.ts';
import { takesAttachments, takesImages } from './request.ts';

/**
 * Writes the images of the listed pages and the attachments of a PDF as a ZIP, one file after another.
 * @throws ConversionError `empty` if there are none, and those of `open`
 */
export async function extract({ inputs: [input], options }: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  const { password, pages } = options;
  const { part, warnings } = await open(input, typeof password === 'string' ? password : '', context);
  const images = takesImages(options) ? imagesOn(part, listedPages(part, pages)) : [];
  const attachments = takesAttachments(options) ? attachmentsIn(part) : [];
  if (images.length + attachments.length === 0) throw new ConversionError('empty', 'no image and no attachment');
  const lost = { images: 0, attachments: 0 };
  const file = await context.openOutput();
  const members = membersOf(part, { images, attachments, packedBytes: blobOf(input).size, lost }, context);
  await pour(zipStream(members), file, context.signal);
  if (lost.images + lost.attachments === images.length + attachments.length)
    throw new ConversionError('unsupported-feature', 'nothing can be decoded');
  return {
    outputs: [{ content: await file.close('application/zip') }],
    warnings: [...warnings, ...lossesIn(lost)],
  };
}

function listedPages({ pages }: Part, list: unknown): readonly number[] {
  const entries = parsePageList(typeof list === 'string' ? list : '', pages.length).flat();
  return [...new Set(entries.flatMap(({ index }) => index ?? []))];
}

type Work = {
  readonly images: readonly PDFRef[];
  readonly attachments: readonly Attachment[];
  readonly packedBytes: number;
  /** Counts what cannot be decoded. */
  readonly lost: { images: number; attachments: number };
};

async function* membersOf(
  { document }: Part,
  { images, attachments, packedBytes, lost }: Work,
  context: EngineContext,
): AsyncGenerator<ZipMember, void, void> {
  const modifiedAt = new Date();
  const all = images.length + attachments.length;
  const files = new ImageFiles(document, packedBytes, context);
  const digits = Math.max(3, String(images.length).length);
  let [done, bytes] = [0, 0];
  const step = (): void => {
    done += 1;
    context.signal.throwIfAborted();
    context.onProgress(done / all);
  };
  const folder = (name: string): string => (images.length > 0 && attachments.length > 0 ? `${name}/` : '');
  for (const [at, ref] of images.entries()) {
    const file = await files.fileOf(ref);
    const path = `${folder('images')}image-${String(at + 1).padStart(digits, '0')}`;
    if (file) yield { path: `${path}.${file.extension}`, blob: new Blob([file.bytes]), deflate: false, modifiedAt };
    else lost.images += 1;
    step();
  }
  for (const attachment of attachments) {
    const content = await attachmentBytes(attachment, context.signal);
    bytes += content?.length ?? 0;
    assertNoBomb(bytes, packedBytes, all);
    const path = `${folder('attachments')}${attachment.name}`;
    if (content) yield { path, blob: new Blob([content]), deflate: true, modifiedAt: attachment.modifiedAt ?? modifiedAt };
    else lost.attachments += 1;
    step();
  }
}

function lossesIn({ images, attachments }: Work['lost']): readonly Warning[] {
  return [
    ...(images > 0 ? [{ code: 'pictures-dropped' } as const] : []),
    ...(attachments > 0 ? [{ code: 'attachments-dropped' } as const] : []),
  ];
}
