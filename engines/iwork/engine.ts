import type { Bytes } from '@bakkum/bytes/bytes';
import { inflate } from '@bakkum/bytes/streams';
import { type ConvertResult, type Engine, readInput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { unpackParts } from '@bakkum/document-input/packed-parts';
import { writePptx } from '@bakkum/document-model/pptx';
import { escapeHtml } from '@bakkum/markup/escape';
import { htmlPage } from '@bakkum/markup/html-page';
import { paragraphsOfArchives } from './archives.ts';
import { paragraphsOfIndex } from './index-document.ts';
import { readDeck } from './keynote/deck.ts';
import type { Paragraph } from './paragraph.ts';

type Members = ReadonlyMap<string, Bytes>;

/** Converts documents of Apple's Pages and Keynote: extracts the embedded PDF if there is one; otherwise reads text and slides. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const bytes = await readInput(request.inputs[0]);
    if (request.to === 'pptx') return presentationOf(bytes);
    let hasPictures = false;
    const members = unpackParts(bytes, (name) => {
      hasPictures ||= !/^QuickLook|^preview/i.test(name) && /\.(?:jpe?g|png|tiff?|gif|heic)$/i.test(name);
      return /\.(?:iwa|xml|xml\.gz|pdf|zip)$/i.test(name);
    });
    if (request.to === 'pdf') return { outputs: [{ content: previewOf(members) }], warnings: [] };
    const content = await textOf(members, request.to);
    return { outputs: [{ content }], warnings: hasPictures ? [{ code: 'pictures-dropped' }] : [] };
  },
};

/** Errors: `unsupported-feature` for presentations of Keynote '09, which contain a PDF instead; `encrypted`. */
function presentationOf(bytes: Bytes): ConvertResult {
  let isLocked = false;
  const members = unpackParts(bytes, (name) => {
    isLocked ||= name.endsWith('.iwpv2');
    return /^(?:Index\/.*\.iwa|Index\.zip|Data\/.*)$/.test(name);
  });
  if (isLocked) throw new ConversionError('encrypted', 'it needs a password');
  const packed = members.get('Index.zip'); // stored as a folder by Keynote
  const index = packed ? unpackParts(packed, (name) => name.endsWith('.iwa')) : new Map<string, Bytes>();
  const all = new Map([...members, ...index]);
  if (![...all.keys()].some((name) => name.endsWith('.iwa')))
    throw new ConversionError('unsupported-feature', 'an older version');
  const { deck, lacksPictures, lacksObjects } = readDeck(all);
  return {
    outputs: [{ content: writePptx(deck) }],
    warnings: [
      ...(lacksPictures ? [{ code: 'pictures-dropped' } as const] : []),
      ...(lacksObjects ? [{ code: 'objects-dropped' } as const] : []),
    ],
  };
}

function previewOf(members: Members): Blob {
  const preview = members.get('QuickLook/Preview.pdf');
  if (!preview) throw new ConversionError('unsupported-feature', 'it keeps no PDF of itself');
  return new Blob([preview], { type: 'application/pdf' });
}

async function textOf(members: Members, to: string): Promise<Blob> {
  const paragraphs = await paragraphsOf(members);
  if (paragraphs.length === 0) throw new ConversionError('empty', 'no text in it');
  if (to === 'txt') return new Blob([`${paragraphs.map(({ text }) => text).join('\n\n')}\n`], { type: 'text/plain' });
  return new Blob([pageOf(paragraphs)], { type: 'text/html' });
}

const MAX_INDEX_BYTES = 512 * 1024 * 1024;

async function paragraphsOf(members: Members): Promise<readonly Paragraph[]> {
  const packedIndex = members.get('index.xml.gz');
  const index = members.get('index.xml') ?? (packedIndex && (await inflate(packedIndex, 'gzip', { maxBytes: MAX_INDEX_BYTES })));
  if (index) return paragraphsOfIndex(new TextDecoder().decode(index));
  const packed = members.get('Index.zip'); // stored as a folder by Pages
  return paragraphsOfArchives(packed ? unpackParts(packed, (name) => name.endsWith('.iwa')) : members);
}

function pageOf(paragraphs: readonly Paragraph[]): string {
  const lines = paragraphs.map(({ level, text }) => {
    const name = level === 0 ? 'p' : `h${level}`;
    return `<${name}>${escapeHtml(text).replaceAll('\n', '<br>')}</${name}>`;
  });
  return htmlPage({ title: paragraphs[0]?.text.slice(0, 120) ?? '', body: lines.join('\n') });
}
