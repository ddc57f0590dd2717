import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type Receiver = {
  readonly place: string;
  /** Numbers of messages, and the hash of what each said. */
  readonly told: ReadonlyMap<string, string>;
  /** Jobs that somebody was told of. */
  readonly jobs: ReadonlySet<string>;
  /** Numbers that came with two contents. */
  readonly contradictions: readonly string[];
  /** Messages that came, again ones too. */
  readonly count: () => number;
  close(): void;
};

/** Who is told of ends of jobs, and takes only some messages the first time. @param refuses share of messages that are not taken */
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
      () => undefined, // the worker that told it was killed
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { place, told, jobs, contradictions, count: () => count, close: () => server.close() };
}
