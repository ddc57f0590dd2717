import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type Receiver = {
  readonly place: string;
  /** Ids of messages, with the hash of their content. */
  readonly told: ReadonlyMap<string, string>;
  /** Jobs for which a message arrived. */
  readonly jobs: ReadonlySet<string>;
  /** Ids that arrived with two different contents. */
  readonly contradictions: readonly string[];
  /** Number of messages received, including repeated ones. */
  readonly count: () => number;
  close(): void;
};

/** Receives webhook messages and rejects some at their first delivery. @param refuses share of rejected messages */
export async function startReceiver(refuses: number): Promise<Receiver> {
  const told = new Map<string, string>();
  const jobs = new Set<string>();
  const contradictions: string[] = [];
  let count = 0;
  const server = createServer((request, response) => {
    void text(request).then(
      (body) => {
        count += 1;
        const id = String(request.headers['webhook-id']);
        const hash = createHash('sha256').update(body).digest('base64');
        if ((told.get(id) ?? hash) !== hash) contradictions.push(id);
        told.set(id, hash);
        const { data }: { data: { job_id: string } } = JSON.parse(body);
        jobs.add(data.job_id);
        response.writeHead(Math.random() < refuses ? 500 : 204).end();
      },
      () => undefined, // the worker that sent it was killed
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { place, told, jobs, contradictions, count: () => count, close: () => server.close() };
}
