import type { Bytes } from '@bakkum/bytes/bytes';
import { inflate } from '@bakkum/bytes/streams';
import { type ConvertResult, type Engine, readInput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { hasPassword } from '@bakkum/document-input/iwork/password';
import { readPresentation } from '@bakkum/document-input/iwork/presentation';
import { unpackParts } from '@bakkum/document-input/packed-parts';
import { writePptx } from '@bakkum/document-model/pptx';
import { escapeHtml } from '@bakkum/markup/escape';
import { htmlPage } from '@bakkum/markup/html-page';
import { type ReadText, textOfArchives } from './archives.ts';
import { paragraphsOfIndex } from './index-document.ts';
import type { Paragraph } from './paragraph.ts';

type Members = ReadonlyMap<string, Bytes>;

/** Converts documents of Apple's Pages and Keynote: extracts the PDF in those of 2009, and reads text and slides. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const bytes = await readInput(request.inputs[0]);
    if (hasPassword(bytes)) throw new ConversionError('encrypted', 'it needs a password');
    if (request.to === 'pptx') return slidesOf(bytes);
    let hasPictures = false;
    const members = unpackParts(bytes, (name) => {
      hasPictures ||= !/^QuickLook|^preview/i.test(name) && /\.(?:jpe?g|png|tiff?|gif|heic)$/i.test(name);
      return /\.(?:iwa|(?:apxl|xml)(?:\.gz)?|pdf|zip)$/i.test(name);
    });
    if (request.to === 'pdf') return { outputs: [{ content: previewOf(members) }], warnings: [] };
    const { paragraphs, lacksObjects } = await readText(members);
    return {
      outputs: [{ content: textOf(paragraphs, request.to) }],
      warnings: [
        ...(hasPictures ? [{ code: 'pictures-dropped' } as const] : []),
        ...(lacksObjects ? [{ code: 'objects-dropped' } as const] : []),
      ],
    };
  },
};

function slidesOf(bytes: Bytes): ConvertResult {
  const { deck, warnings } = readPresentation(bytes);
  return { outputs: [{ content: writePptx(deck) }], warnings };
}

function previewOf(members: Members): Blob {
  const preview = members.get('QuickLook/Preview.pdf');
  if (!preview) throw new ConversionError('unsupported-feature', 'it keeps no PDF of itself');
  return new Blob([preview], { type: 'application/pdf' });
}

function textOf(paragraphs: readonly Paragraph[], to: string): Blob {
  if (paragraphs.length === 0) throw new ConversionError('empty', 'no text in it');
  if (to === 'txt') return new Blob([`${paragraphs.map(({ text }) => text).join('\n\n')}\n`], { type: 'text/plain' });
  return new Blob([pageOf(paragraphs)], { type: 'text/html' });
}

const MAX_INDEX_BYTES = 512 * 1024 * 1024;

async function readText(members: Members): Promise<ReadText> {
  const index = await indexOf(members);
  if (index) return { paragraphs: paragraphsOfIndex(new TextDecoder().decode(index)), lacksObjects: false };
  const packed = members.get('Index.zip'); // stored as a folder by Pages
  return textOfArchives(packed ? unpackParts(packed, (name) => name.endsWith('.iwa')) : members);
}

/** The document as XML, which Pages and Keynote may have compressed. */
async function indexOf(members: Members): Promise<Bytes | undefined> {
  const packed = members.get('index.xml.gz') ?? members.get('index.apxl.gz');
  if (packed) return inflate(packed, 'gzip', { maxBytes: MAX_INDEX_BYTES });
  return members.get('index.xml') ?? members.get('index.apxl');
}

function pageOf(paragraphs: readonly Paragraph[]): string {
  const lines = paragraphs.map(({ level, text }) => {
    const name = level === 0 ? 'p' : `h${level}`;
    return `<${name}>${escapeHtml(text).replaceAll('\n', '<br>')}</${name}>`;
  });
  return htmlPage({ title: paragraphs[0]?.text.slice(0, 120) ?? '', body: lines.join('\n') });
}
