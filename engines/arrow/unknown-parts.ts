import { compressionRegistry, MessageReader } from './.prepared/arrow.mjs';

const FILE_MAGIC = 'ARROW1';
/** A file starts with its magic and two bytes of padding; a stream follows. */
const FILE_HEAD = 8;

/** Whether an Arrow file is compressed, or has a column type, in a way that the package cannot read. */
export function hasUnknownParts(bytes: Uint8Array<ArrayBuffer>): boolean {
  const isFile = new TextDecoder('latin1').decode(bytes.subarray(0, FILE_MAGIC.length)) === FILE_MAGIC;
  const messages = new MessageReader(bytes.subarray(isFile ? FILE_HEAD : 0));
  try {
    for (const message of messages) {
      if (message.isSchema() && !isKnownSchema(() => message.header())) return true;
      if (message.isRecordBatch() && isUnknownCodec(message.header().compression?.type)) return true;
      if (message.isDictionaryBatch() && isUnknownCodec(message.header().data.compression?.type)) return true;
      messages.readMessageBody(message.bodyLength);
    }
  } catch {
    // Damaged from here on.
  }
  return false;
}

const isUnknownCodec = (type: Parameters<typeof compressionRegistry.get>[0] | undefined): boolean =>
  type !== undefined && compressionRegistry.get(type) === null;

/** The package throws a plain error for a column type it does not know; damage has other classes. */
function isKnownSchema(decode: () => unknown): boolean {
  try {
    decode();
    return true;
  } catch (error) {
    return !(error instanceof Error && error.constructor === Error);
  }
}
