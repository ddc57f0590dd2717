import type { FromWorker, JobFile, ToWorker } from '@bakkum/conversion/worker-protocol';
import { fromSent, type SentBlob, toSent } from './file-blobs.node.ts';

/** The worker protocol as it travels between threads of Node: blobs over files go as paths. */
type Sent<Message, Kind, Field extends string, Value> = Message extends { readonly type: Kind }
  ? Omit<Message, Field> & { readonly [Key in Field]: Value }
  : Message;
type SentFile = Omit<JobFile, 'blob'> & { readonly blob: SentBlob };
export type SentToWorker = Sent<ToWorker, 'run', 'inputs', readonly [SentBlob, ...SentBlob[]]>;
export type SentFromWorker = Sent<FromWorker, 'done', 'files', readonly [SentFile, ...SentFile[]]>;

export function sendToWorker(message: ToWorker): SentToWorker {
  if (message.type !== 'run') return message;
  const [first, ...rest] = message.inputs;
  return { ...message, inputs: [toSent(first), ...rest.map(toSent)] };
}

export async function receiveInWorker(message: SentToWorker): Promise<ToWorker> {
  if (message.type !== 'run') return message;
  const [first, ...rest] = message.inputs;
  return { ...message, inputs: [await fromSent(first), ...(await Promise.all(rest.map(fromSent)))] };
}

export function sendFromWorker(message: FromWorker): SentFromWorker {
  if (message.type !== 'done') return message;
  const send = (file: JobFile): SentFile => ({ ...file, blob: toSent(file.blob) });
  const [first, ...rest] = message.files;
  return { ...message, files: [send(first), ...rest.map(send)] };
}

export async function receiveFromWorker(message: SentFromWorker): Promise<FromWorker> {
  if (message.type !== 'done') return message;
  const receive = async (file: SentFile): Promise<JobFile> => ({ ...file, blob: await fromSent(file.blob) });
  const [first, ...rest] = message.files;
  return { ...message, files: [await receive(first), ...(await Promise.all(rest.map(receive)))] };
}

/** Calls the listener with messages in their order, although some take time to arrive whole. */
export function inOrder<Sent, Message>(
  receive: (sent: Sent) => Promise<Message>,
  listener: (message: Message) => void,
  failed: (error: unknown) => void,
): (sent: Sent) => void {
  let last = Promise.resolve();
  return (sent) => {
    last = last
      .then(() => receive(sent))
      .then(listener)
      .catch(failed);
  };
}
