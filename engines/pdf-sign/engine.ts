import {
  type ConvertRequest,
  type ConvertResult,
  type Engine,
  type EngineContext,
  eachInput,
  readInput,
  type Warning,
} from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { OptionValues } from '@bakkum/conversion/options';
import { PDF, PdfDict, PdfString, type Signer } from '@libpdf/core';
import { type Identity, openCertificate } from './certificate.ts';

/**
 * Signs a PDF with the key of a certificate file (PAdES baseline B-B, ETSI EN 319 142-1). The signature is appended, so the file
 * itself, and earlier signatures in it, stay as they are.
 */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const { bytes, identity } = await readInputs(request);
    context.signal.throwIfAborted();
    return sign(bytes, identity, request.options, context);
  },
};

type Inputs = { readonly bytes: Uint8Array<ArrayBuffer>; readonly identity: Identity };

/** Opens the certificate before requesting more inputs, so that a failure is attributed to it. */
async function readInputs(request: ConvertRequest): Promise<Inputs> {
  let bytes: Uint8Array<ArrayBuffer> | undefined;
  let identity: Identity | undefined;
  for await (const input of eachInput(request)) {
    if (identity) throw new ConversionError('invalid-options', 'more than a file and a certificate');
    if (bytes)
      identity = await openCertificate(await readInput(input), textOf(request.options, 'certificatePassword'), new Date());
    else bytes = await readInput(input);
  }
  if (!bytes || !identity) throw new ConversionError('invalid-options', 'a file and a certificate are needed');
  return { bytes, identity };
}

async function sign(
  bytes: Uint8Array<ArrayBuffer>,
  { signer, warnings }: Identity,
  options: OptionValues,
  context: EngineContext,
): Promise<ConvertResult> {
  const document = await open(bytes, textOf(options, 'password'));
  context.onProgress(0.3);
  const appends = document.canSaveIncrementally() === null;
  const signed = await signedBytes(document, signer, options, appends);
  if (appends && !startsWith(signed.bytes, bytes)) throw new ConversionError('internal', 'the file was rewritten');
  context.signal.throwIfAborted();
  const content = new Blob([signed.bytes], { type: 'application/pdf' });
  return { outputs: [{ content }], warnings: [...warnings, ...signed.warnings] };
}

async function open(bytes: Uint8Array, password: string): Promise<PDF> {
  const document = await load(bytes, password);
  if (document.isEncrypted && !document.isAuthenticated)
    throw new ConversionError(password === '' ? 'encrypted' : 'wrong-password', 'a password is needed');
  if (document.getPageCount() === 0) throw new ConversionError('corrupt', 'no page');
  return document;
}

async function load(bytes: Uint8Array, password: string): Promise<PDF> {
  try {
    return await PDF.load(bytes, password === '' ? {} : { credentials: password });
  } catch (cause) {
    throw new ConversionError('corrupt', 'cannot be read', { cause });
  }
}

function hasSignatures(document: PDF): boolean {
  return (
    document
      .getForm()
      ?.getSignatureFields()
      .some((field) => field.isSigned()) ?? false
  );
}

/** The library throws untyped errors for files that it can read but not extend. */
async function signedBytes(document: PDF, signer: Signer, options: OptionValues, appends: boolean): Promise<Signed> {
  try {
    if (appends || !hasSignatures(document)) return await appendSignature(document, signer, options);
  } catch (cause) {
    throw new ConversionError('unsupported-feature', 'this file cannot be signed', { cause });
  }
  throw new ConversionError('unsupported-feature', 'nothing can be appended to this signed file');
}

type Signed = { readonly bytes: Uint8Array<ArrayBuffer>; readonly warnings: readonly Warning[] };

/** Reserved for the signature with its certificates, in addition to their size. */
const SIGNATURE_BYTES = 4096;

async function appendSignature(document: PDF, signer: Signer, options: OptionValues): Promise<Signed> {
  const certificates = [signer.certificate, ...(signer.certificateChain ?? [])];
  addTexts(document, { Reason: textOf(options, 'reason'), Location: textOf(options, 'location') });
  const { bytes, warnings } = await document.sign({
    signer,
    level: 'B-B',
    digestAlgorithm: 'SHA-256',
    estimatedSize: SIGNATURE_BYTES + certificates.reduce((sum, { length }) => sum + length, 0),
  });
  const isRestricted = warnings.some(({ code }) => code === 'MDP_VIOLATION');
  return { bytes: new Uint8Array(bytes), warnings: isRestricted ? [{ code: 'signature-restricted' }] : [] };
}

/** Adds texts to the signature when the library registers it. Passed as options, their parentheses would be escaped twice (0.4.2). */
function addTexts({ context: { registry } }: PDF, texts: Readonly<Record<string, string>>): void {
  const register = registry.register.bind(registry);
  registry.register = (object) => {
    if (object instanceof PdfDict && object.getName('Type')?.value === 'Sig')
      for (const [key, text] of Object.entries(texts)) if (text !== '') object.set(key, PdfString.fromString(text));
    return register(object);
  };
}

function startsWith(whole: Uint8Array, start: Uint8Array): boolean {
  return start.every((byte, at) => whole[at] === byte);
}

function textOf(options: OptionValues, name: string): string {
  const value = options[name];
  return typeof value === 'string' ? value : '';
}
