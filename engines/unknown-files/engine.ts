import { encodeBase64 } from '@bakkum/bytes/bytes';
import { type Engine, readInput } from '@bakkum/conversion/engine';
import { hexDump, readableText } from './readable-text.ts';

/** The content is held in memory beside its Base64 text. */
const MAX_BYTES = 128 * 1024 * 1024;

/** Describes a file of any kind: its readable text, or its whole content as JSON. */
export const engine: Engine = {
  async convert({ inputs, to }, { signal, onProgress }) {
    signal.throwIfAborted();
    const [input] = inputs;
    const bytes = await readInput(input, MAX_BYTES);
    signal.throwIfAborted();
    const content = to === 'json' ? await asJson(bytes, input instanceof File ? input.name : undefined) : asText(bytes);
    onProgress(1);
    return { outputs: [{ content }], warnings: [] };
  },
};

function asText(bytes: Uint8Array): Blob {
  const lines = readableText(bytes);
  const text = lines.length > 0 ? `${lines.join('\n')}\n` : hexDump(bytes);
  return new Blob([text], { type: 'text/plain' });
}

async function asJson(bytes: Uint8Array<ArrayBuffer>, name: string | undefined): Promise<Blob> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const description = {
    ...(name !== undefined && { name }),
    size: bytes.length,
    sha256: [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
    text: readableText(bytes),
    base64: encodeBase64(bytes),
  };
  return new Blob([`${JSON.stringify(description, undefined, 2)}\n`], { type: 'application/json' });
}
