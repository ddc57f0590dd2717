import { escapeXmlText } from '@bakkum/markup/escape';

/** The origin of an image, in IPTC's digital source types. */
const SOURCES = {
  ai: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
  design: 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia',
  /** A person's image edited by a model. */
  edited: 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia',
} as const;
export type ImageSource = keyof typeof SOURCES;
export const PICTURE_SOURCES = ['ai', 'edited', 'design'] as const satisfies readonly ImageSource[];

/** The origin recorded anywhere in a file: in XMP, or in a C2PA manifest. Undefined if there is none. */
export function claimedSource(file: Uint8Array, xmp: Uint8Array | undefined): ImageSource | undefined {
  const parts = [file, ...(xmp ? [xmp] : [])].map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength));
  return PICTURE_SOURCES.find((source) => parts.some((part) => part.includes(SOURCES[source])));
}

/** XMP that marks the image as not taken by a camera, optionally with its description. */
export function xmpOf(source: ImageSource, description?: string): string {
  const described = description
    ? `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escapeXmlText(description)}</rdf:li></rdf:Alt></dc:description>`
    : '';
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"><Iptc4xmpExt:DigitalSourceType>${SOURCES[source]}</Iptc4xmpExt:DigitalSourceType>${described}</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;
}
