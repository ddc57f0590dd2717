// oxlint-disable-next-line typescript/triple-slash-reference -- types for an untyped package cannot come from a module
/// <reference path="./n3.d.ts" />
import { type Engine, readInput, type Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { Parser, type Quad, Writer } from 'n3';
import { GRAPHS, MEDIA_TYPES } from './kinds.ts';

const MAX_BYTES = 128 * 1024 * 1024;
/** Nesting limit of blank nodes, because the parser keeps state for each level. */
const MAX_OPEN = 10_000;

type Statements = { readonly quads: readonly Quad[]; readonly prefixes: Readonly<Record<string, string>> };

/** Converts RDF statements between notations; prefixes are kept if both support them. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const bytes = await readInput(request.inputs[0], MAX_BYTES);
    const statements =
      request.from === 'rdfxml'
        ? { quads: await readRdfXml(bytes), prefixes: {} }
        : read(new TextDecoder().decode(bytes), request.from);
    context.signal.throwIfAborted();
    context.onProgress(0.5);
    const type = MEDIA_TYPES[request.to] ?? '';
    const holdsGraphs = GRAPHS.some((graph) => graph === request.to);
    const content = new Blob([await written(statements, type, holdsGraphs)], { type });
    const isFlattened = !holdsGraphs && statements.quads.some(({ graph }) => graph.termType !== 'DefaultGraph');
    const warnings: readonly Warning[] = isFlattened ? [{ code: 'structure-changed' }] : [];
    return { outputs: [{ content }], warnings };
  },
};

/** Its parser is three times the size of the rest. */
async function readRdfXml(bytes: Uint8Array): Promise<readonly Quad[]> {
  const { quadsOf } = await import('./rdf-xml.ts');
  return quadsOf(bytes);
}

function read(text: string, from: string): Statements {
  if (new RegExp(`(?:[[(]\\s*){${MAX_OPEN}}`).test(text)) throw new ConversionError('too-large', 'nested too deep');
  const prefixes = new Map<string, string>();
  const parser = new Parser({ format: MEDIA_TYPES[from] ?? '', blankNodePrefix: '' });
  try {
    const quads = parser.parse(text, null, (prefix, address) =>
      prefixes.set(prefix, typeof address === 'string' ? address : address.value),
    );
    return { quads, prefixes: Object.fromEntries(prefixes) };
  } catch (cause) {
    throw new ConversionError('corrupt', cause instanceof Error ? cause.message.slice(0, 200) : String(cause), { cause });
  }
}

/** Writes statements; without graph support, those of all graphs are merged. */
function written({ quads, prefixes }: Statements, format: string, holdsGraphs: boolean): Promise<string> {
  const writer = new Writer({ format, prefixes });
  for (const { subject, predicate, object, graph } of quads)
    writer.addQuad(subject, predicate, object, holdsGraphs ? graph : undefined);
  return new Promise((resolve, reject) => {
    writer.end((error, result) => (error ? reject(error) : resolve(result)));
  });
}
