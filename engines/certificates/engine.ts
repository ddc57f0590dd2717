import { endingOf } from '@bakkum/archive-tree/endings';
import { innerName } from '@bakkum/archive-tree/singles';
import { buildTree, FILES } from '@bakkum/archive-tree/tree';
import type { Bytes } from '@bakkum/bytes/bytes';
import { type ConvertRequest, type ConvertResult, type Engine, type EngineOutput, readInput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { outlineOf } from '@bakkum/data-tree/outline';
import { DATA, dataTree } from '@bakkum/data-tree/tree';
import { fromBase64, type Table } from '@bakkum/data-tree/value';
import { certificatesIn, contentOf } from './cms.ts';
import { damaged, readAsn1 } from './der.ts';

import { describe, labelOf } from './objects.ts';
import { type PemBlock, pemOf, readPem } from './pem.ts';

/** Certificates take kilobytes, but signed content may be a video. */
const MAX_BYTES = 512 * 1024 * 1024;

/** Describes certificates, keys and signatures, converts between encodings, and extracts signed content. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const bytes = await readInput(request.inputs[0], MAX_BYTES);
    const result = await converted(bytes, request);
    context.signal.throwIfAborted();
    context.onProgress(1);
    return result;
  },
};

async function converted(bytes: Bytes, request: ConvertRequest): Promise<ConvertResult> {
  if (request.to === FILES) return content(bytes, request);
  const blocks = await blocksOf(bytes, request);
  if (request.to === 'pem')
    return only(blocks.map(({ label, bytes: piece }) => pemOf(label, piece)).join(''), 'application/x-pem-file');
  if (request.to === 'der') return eachAlone(blocks);
  const described: Table[] = [];
  for (const block of blocks) described.push(await describe(block));
  const [first, ...others] = described;
  if (request.to === DATA) {
    const value = first && others.length === 0 ? first : described;
    return { outputs: [{ content: dataTree(value) }], warnings: [] };
  }
  return only(described.map((each) => outlineOf(each)).join('\n'), 'text/plain');
}

const only = (text: string, type: string): ConvertResult => ({
  outputs: [{ content: new Blob([text], { type }) }],
  warnings: [],
});

async function blocksOf(bytes: Bytes, { from, to, options }: ConvertRequest): Promise<readonly PemBlock[]> {
  if (from === 'pem') return readPem(new TextDecoder().decode(bytes));
  if (from === 'p12') {
    const { readPkcs12 } = await import('./pkcs12.ts');
    return readPkcs12(bytes, typeof options['password'] === 'string' ? options['password'] : '');
  }
  if (from === 'der') return [derBlock(unarmoured(bytes))];
  const message = readAsn1(unarmoured(bytes));
  if (to !== 'pem') return [{ label: 'CMS', bytes: message.whole, isEncrypted: false }];
  const certificates = certificatesIn(message);
  if (certificates.length === 0) throw new ConversionError('unsupported-feature', 'no certificate travels with it');
  return certificates.map(({ whole }) => ({ label: 'CERTIFICATE', bytes: whole, isEncrypted: false }));
}

function derBlock(bytes: Bytes): PemBlock {
  const value = readAsn1(bytes);
  return { label: labelOf(value), bytes: value.whole, isEncrypted: false };
}

const SEQUENCE = 0x30;

/** Returns the raw bytes from PEM, from a signed e-mail, or from bare base64. */
function unarmoured(bytes: Bytes): Bytes {
  if (bytes[0] === SEQUENCE && (bytes[1] ?? 0) >= 0x80) return bytes;
  const text = new TextDecoder('latin1').decode(bytes);
  if (text.includes('-----BEGIN ')) return readPem(text)[0]?.bytes ?? bytes;
  const body = /^[\w-]+:[\s\S]*?\r?\n\r?\n([\s\S]+)/.exec(text)?.[1] ?? text;
  if (/^[A-Za-z\d+/=\s]+$/.test(body)) return fromBase64(body);
  if (bytes[0] === SEQUENCE) return bytes;
  throw damaged('neither DER nor PEM');
}

function eachAlone(blocks: readonly PemBlock[]): ConvertResult {
  const outputs = blocks.map(({ bytes, isEncrypted, label }, index): EngineOutput => {
    if (isEncrypted || label === 'OPENSSH PRIVATE KEY')
      throw new ConversionError('unsupported-feature', `${label} has no form in DER`);
    const piece = new Blob([bytes], { type: 'application/x-x509-ca-cert' });
    return blocks.length === 1 ? { content: piece } : { content: piece, label: String(index + 1) };
  });
  const [first, ...others] = outputs;
  if (!first) throw damaged('no piece of PEM in it');
  return { outputs: [first, ...others], warnings: [] };
}

/**
 * Returns the signed or packed content as a file named after the message. Errors: `unsupported-feature` for a detached signature.
 */
async function content(bytes: Bytes, { inputs }: ConvertRequest): Promise<ConvertResult> {
  const inside = await contentOf(readAsn1(unarmoured(bytes)));
  if (!inside) throw new ConversionError('unsupported-feature', 'a signature alone, what it signs is elsewhere');
  const name = inputs[0] instanceof Blob ? innerName(inputs[0]) : 'data';
  const path = /\.\w{1,5}$/.test(name) ? name : `${name}${endingOf(inside)}`;
  const blob = new Blob([inside]);
  const { tree, warnings } = buildTree([{ kind: 'file', path, size: blob.size, open: () => blob.stream() }], bytes.length);
  return { outputs: [{ content: tree }], warnings };
}
