/**
 * Fake of ComfyUI's WebSocket. Messages are JSON, or binary: the type of the event in 4 bytes, of a preview (1) its format in 4 more (1 for JPEG, 2
 * for PNG), then the image. Integers are big-endian.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import { previewOf } from './previews.ts';
import type { Job } from './service.ts';

const PREVIEW_IMAGE = 1;
const PNG = 2;
const STEPS = 30;
/** Steps after which the fake reports progress. */
const REPORTED = [8, 16, 24, STEPS];

export type ComfySockets = {
  connect(request: IncomingMessage, socket: Duplex, head: Buffer, clientId: string): void;
  /** Sends progress and previews of a job to the client that ordered it, once both are there. */
  show(job: Job): void;
  close(): void;
};

export function createComfySockets(latencyMs: number): ComfySockets {
  const server = new WebSocketServer({ noServer: true });
  const sockets = new Map<string, WebSocket>();
  const waiting = new Map<string, Job>();
  const start = (clientId: string): void => {
    const [socket, job] = [sockets.get(clientId), waiting.get(clientId)];
    if (!socket || !job) return;
    waiting.delete(clientId);
    void tell(socket, job, latencyMs);
  };
  return {
    connect(request, socket, head, clientId) {
      server.handleUpgrade(request, socket, head, (opened) => {
        sockets.set(clientId, opened);
        opened.on('close', () => sockets.delete(clientId));
        opened.on('error', () => undefined);
        send(opened, 'status', { status: { exec_info: { queue_remaining: 1 } }, sid: clientId });
        start(clientId);
      });
    },
    show(job) {
      const clientId = fieldOf(job.request, 'client_id');
      if (typeof clientId !== 'string') return;
      waiting.set(clientId, job);
      start(clientId);
    },
    close() {
      for (const socket of sockets.values()) socket.terminate();
      server.close();
    },
  };
}

async function tell(socket: WebSocket, job: Job, latencyMs: number): Promise<void> {
  const showsPreviews = fieldOf(fieldOf(job.request, 'extra_data'), 'preview_method') === 'auto';
  for (const value of REPORTED) {
    await wait(latencyMs / REPORTED.length);
    if (job.state !== 'running') return;
    send(socket, 'progress', { value, max: STEPS, prompt_id: job.id, node: '5' });
    const preview = showsPreviews ? previewOf(job, value / STEPS) : undefined;
    if (preview) socket.send(Buffer.concat([header(PREVIEW_IMAGE), header(PNG), preview]));
    if (job.fault?.kind === 'cut-stream') return socket.terminate();
  }
}

function send(socket: WebSocket, type: string, data: object): void {
  socket.send(JSON.stringify({ type, data }));
}

function header(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
}
