/** Measures that do not depend on how busy the machine is: processor time and memory of the server's process. */
import { z } from 'zod';

async function metric(base: string, name: string): Promise<number> {
  const text = await (await fetch(`${base}/metrics`)).text();
  return z.coerce.number().parse(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

/** Processor seconds that the server spends on an attack. */
export async function cpuSecondsFor(base: string, attack: () => Promise<unknown>): Promise<number> {
  const before = await metric(base, 'process_cpu_seconds_total');
  await attack();
  return (await metric(base, 'process_cpu_seconds_total')) - before;
}

/** Bytes of memory that the server's process uses. */
export function memoryOf(base: string): Promise<number> {
  return metric(base, 'process_resident_memory_bytes');
}

/** Whether the server answers its health check and a page. Never resolves while it is blocked. */
export async function isAnswering(base: string): Promise<boolean> {
  const answers = await Promise.all(['/healthz', '/converter'].map((path) => fetch(base + path)));
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  return answers.every(({ ok }) => ok);
}
