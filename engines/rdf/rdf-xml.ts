import { ConversionError } from '@bakkum/conversion/errors';
import { decodeText } from '@bakkum/document-input/text-encoding';
import { parseXml } from '@bakkum/markup/xml';
import type { Quad } from 'n3';
import { DataFactory } from 'rdf-data-factory';
import { RdfXmlParser } from 'rdfxml-streaming-parser';

/** Resolves relative IRIs in files that declare no base. */
const NOWHERE = 'file:///';
/** Limit on the text of all statements: entities expand. */
const MAX_TEXT = 256 * 1024 * 1024;

/** Percent-encodes characters that IRIs must not contain, instead of refusing the file. */
class LenientParser extends RdfXmlParser {
  override uriToNamedNode(iri: string): ReturnType<RdfXmlParser['uriToNamedNode']> {
    return super.uriToNamedNode(iri.replaceAll(/[\0- <>"{}|^`\\]/g, encodeURIComponent));
  }
}

/** Reads the statements of RDF/XML. Errors: `corrupt`, `too-large`. */
export async function quadsOf(bytes: Uint8Array): Promise<readonly Quad[]> {
  const text = decodeText(bytes);
  parseXml(text); // refuses cut off and deeply nested files, which the streaming parser accepts
  const parser = new LenientParser({
    dataFactory: new DataFactory({ blankNodePrefix: 'unnamed_' }), // counts from 1 in each file
    baseIRI: NOWHERE,
    validateUri: false,
    allowDuplicateRdfIds: true,
    parseUnsupportedVersions: true,
  });
  parser.end(text);
  const quads: Quad[] = [];
  let length = 0;
  try {
    for await (const quad of parser) {
      length += quad.object.value.length;
      if (length > MAX_TEXT) throw new ConversionError('too-large', 'entities unfold to too much');
      quads.push(quad);
    }
  } catch (cause) {
    throw cause instanceof ConversionError ? cause : new ConversionError('corrupt', 'not RDF/XML', { cause });
  }
  return quads;
}
