/** How a picture came about, as IPTC's list of sources says it. */
const SOURCES = {
  ai: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
  sketch: 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia',
} as const;
export type PictureSource = keyof typeof SOURCES;

/** XMP that says that no camera took this picture, and if wished how it was asked for. */
export function xmpOf(source: PictureSource, description?: string): string {
  const described = description
    ? `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escaped(description)}</rdf:li></rdf:Alt></dc:description>`
    : '';
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"><Iptc4xmpExt:DigitalSourceType>${SOURCES[source]}</Iptc4xmpExt:DigitalSourceType>${described}</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Without what XML cannot hold. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>]/g, (character) => ENTITIES[character] ?? '');
}
