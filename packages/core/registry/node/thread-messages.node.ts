import type { FromWorker, JobFile, ToWorker } from '@bakkum/conversion/workers/worker-protocol';
import type { NativeTools } from '@bakkum/native-programs/folder';
import type { ModuleReply, ModuleRequest } from '../module-exchange.ts';
import { fromSent, type SentBlob, toSent } from './file-blobs.node.ts';

/** The worker protocol between Node threads: file-backed blobs are sent as paths. */
type Sent<Message, Kind, Field extends string, Value> = Message extends { readonly type: Kind }
  ? Omit<Message, Field> & { readonly [Key in Field]: Value }
  : Message;
type SentFile = Omit<JobFile, 'blob'> & { readonly blob: SentBlob };
export type SentToWorker = Sent<ToWorker, 'run', 'inputs', readonly [SentBlob, ...SentBlob[]]>;
type SentMessage = Sent<FromWorker, 'done', 'files', readonly [SentFile, ...SentFile[]]>;
/** `group`: a process group that the worker started and that must not outlive it. */
export type SentFromWorker =
  | SentMessage
  | ModuleRequest
  | { readonly type: 'group'; readonly group: number; readonly running: boolean };
export type SentToThread = SentToWorker | ModuleReply;

/** Start parameters of a worker thread. */
export type WorkerSetUp = {
  /** For results. */
  readonly folder: string;
  /** Programs it may start. */
  readonly tools?: NativeTools;
  /** Number of threads among which a conversion may divide its work, including its own. */
  readonly lanes: number;
};

/** Checks only the type, as this program created the message in another thread. */
export function isWorkerSetUp(value: unknown): value is WorkerSetUp {
  return typeof value === 'object' && value !== null && 'folder' in value && typeof value.folder === 'string';
}

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

export function sendFromWorker(message: FromWorker): SentMessage {
  if (message.type !== 'done') return message;
  const send = (file: JobFile): SentFile => ({ ...file, blob: toSent(file.blob) });
  const [first, ...rest] = message.files;
  return { ...message, files: [send(first), ...rest.map(send)] };
}

export async function receiveFromWorker(message: SentMessage): Promise<FromWorker> {
  if (message.type !== 'done') return message;
  const receive = async (file: SentFile): Promise<JobFile> => ({ ...file, blob: await fromSent(file.blob) });
  const [first, ...rest] = message.files;
  return { ...message, files: [await receive(first), ...(await Promise.all(rest.map(receive)))] };
}

/** Calls the listener with messages in order, although some take time to decode. */
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
